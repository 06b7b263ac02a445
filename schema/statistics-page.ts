import { METRICS, type Metric, type MetricPlace } from '../src/domain/metrics.ts';
import { STATISTICS } from '../src/domain/statistics.ts';

const PLACES: Readonly<Record<MetricPlace, string>> = { summary: '`summary`', points: '`timeseries`', rows: '`stats`' };

/** docs/statistics.md, made of the registries of statistics and metrics. */
export function renderStatistics(): string {
  const rows = STATISTICS.map(
    ({ name, description, value, example }) => `| \`${name}\` | ${description} | ${value} | \`${example}\` |`,
  );
  const metrics = (METRICS as readonly Metric[]).flatMap(({ name, description, shownIn }) => {
    const places = (Object.keys(PLACES) as MetricPlace[]).filter(place => !shownIn || shownIn.includes(place));
    return places.length === 0
      ? []
      : `| \`${name}\` | ${description} | ${places.map(place => PLACES[place]).join(', ')} |`;
  });
  return `# The statistics

Each is read by its name over a range of days in the website's time zone: over REST as it stands here
(\`GET /api/v1/stats/{id}?name=page&from=…&to=…\`), over GraphQL in capitals (\`stats(name: PAGE, from: …, to: …)\`). A value is text
of at most 255 characters, empty when it is unknown. Days and values with nothing are left out.

| name | what it counts | value | for example |
|---|---|---|---|
${rows.join('\n')}

A visitor is unique for a day: a keyed hash of website, address and user agent with a random salt that is replaced every day and
destroyed. So days add up exactly, and nobody is followed from one day to the next. A visit ends after more than 30 idle minutes,
when a new external referrer or campaign arrives, or with the website's midnight. A visitor's values are those of the first
pageview of the day, a visit's those of its first pageview; an event counts as an event, prolongs a running visit, and makes
nothing else. A hit that arrives late counts for its own time; what was attributed stays.

## The metrics

GraphQL gives them for a range as a whole (\`summary\`), over time (\`timeseries\`) and for each row of a statistic that keeps them
(\`stats\`, and the files that the page exports).

| name | what it is | in |
|---|---|---|
${metrics.join('\n')}
`;
}
