import type { Metric, MetricPlace } from '../src/domain/metric.ts';
import { METRICS } from '../src/domain/metrics.ts';
import { STATISTICS } from '../src/domain/statistics.ts';

const PLACES: Readonly<Record<MetricPlace, string>> = { summary: '`summary`', points: '`timeseries`', rows: '`stats`' };

/** Returns docs/statistics.md, generated from the registries of statistics and metrics. */
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
  return `# Statistics

A statistic is read by name over a range of days in the website's time zone. REST uses the names below
(\`GET /api/v1/stats/{id}?name=page&from=…&to=…\`), GraphQL the same names in capitals (\`stats(name: PAGE, from: …, to: …)\`). A
value is text of at most 255 characters, empty if unknown. Days and values without any counts are omitted.

| Name | Counts | Value | Example |
|---|---|---|---|
${rows.join('\n')}

A visitor is unique for one day: a keyed hash of the website, IP address and user agent, with a random salt that is replaced every
day and destroyed. Days therefore add up exactly, and nobody is followed from one day to the next.

A visit ends after more than 30 idle minutes, when a new external referrer or campaign arrives, or at midnight in the website's
time zone. A visitor's values come from the first pageview of the day, a visit's values from its first pageview, except for the
exit page, which is that of its latest one and moves while the visit goes on. An event counts as an event and extends the current
visit, but creates neither a visitor nor a visit. A hit that arrives late counts at its own time; what was already attributed
does not change, except for an exit page before it.

Browsers and systems are named with their major version where it is known. Several always send the same version of their system:
Windows 10 and 11 cannot be told apart, macOS has no version since 10.15, nor has Android in most browsers.

A statistic that an upgrade adds is then counted for the days before it as far as their visits are stored, the latest days first:
exit pages, sources and channels are worked out from the visits, everything else is unknown and counts under the empty value, or
not at all where visits without a value have no row. \`knownFrom\` of a page, over REST the header \`X-Footfall-Known-From\`, is
the first day from which a statistic and everything that the filter compares are known.

The day and hour of a hit are those of the website's time zone when the hit arrives. A change of the time zone affects only hits
that arrive later: what was counted stays in the days and hours it was counted in. On the day of the change, visitors from both
sides of it may therefore count on two days.

## Metrics

GraphQL returns metrics for a whole range (\`summary\`), over time (\`timeseries\`) and for each row of a statistic that stores them
(\`stats\`, and the files exported from the statistics page).

| Name | Meaning | Available in |
|---|---|---|
${metrics.join('\n')}

An event is interactive unless it is sent with \`interactive: false\`.

The duration of a visit is the time from its first pageview to its latest pageview or event, or the seconds that its pages were
looked at ([Attention](#attention)) if these are more: only they measure the time on its last page.

### Attention

The tracker reports for how many seconds a page was visible and focused, and how far it was scrolled. This belongs to the page in
the visit: the seconds of a page that is opened several times in a visit are added up, and its depth is the greatest. What is
reported for a page that was not opened in the current visit belongs to no page, but its seconds count into the duration of the
visit. A visit cannot be engaged for more than a minute longer than since it began.

- \`timeOnPage\` of a row of \`PAGE\` is the seconds of the page, divided by the visits that reported any for it. In \`summary\`
  and \`timeseries\`, it is the seconds of all pages, divided by the number of pages of visits with any.
- \`scrollDepth\` of a row of \`PAGE\` is the average of the greatest depth of each visit, in percent of the page's height.
  The bottom of the window counts, so that a page that fits into the window has 100.

Both are null where nothing was reported, for example for days before the tracker did so.

### Several hosts

A page is a path. If a website had more than one host in the range, rows of \`PAGE\`, \`LANDING_PAGE\` and \`EXIT_PAGE\` have \`hosts\`,
those on which visits had the page, the most frequent first (\`fields=host\` over REST: the first of them). They are read from
individual visits, as far back as these are stored. To count the pages of one host, filter by \`HOST\`.

### The map

The map shows countries, darker where there are more visitors. If the list beside it shows regions or cities, or one country is
filtered by, it has circles instead, for at most 200 of them: those with the most visitors. The area of a circle is in proportion
to its visitors. Positions come from the packaged city database: a city is where most of its networks are, a region in the middle
of them, because borders of regions are not drawn. A place that this database does not know, such as one of an import or of
another \`GEO_DB\`, has no circle; the line below the map says how many places are on it.

### Money

An event can have a value and a unit. \`amounts\` are the exact sums of the values, one per unit; nothing is converted or rounded,
a refund is a negative value, and an order whose id is sent as the \`id\` of the hit counts once within 48 hours.

- \`summary\` and the points of \`timeseries\` have the amounts of all events, in the website's time zone, and with a comparison
  those of the earlier range (\`previousAmounts\`, and the points in \`previous\`). With a filter, they are those of the events in
  matching visits.
- Rows of \`EVENT\` have the amounts of the event, rows of a property those of the events with the value that belong to a visit. Rows of a statistic of
  visits or visitors, such as \`SOURCE\`, \`LANDING_PAGE\` or \`COUNTRY\`, have those of the events in visits with the value: an amount
  belongs to the visit in which its event happened. Over REST, \`fields=amounts\` adds them to the rows.

The points add up to the summary, and so do the rows of \`EVENT\`. The rows of every statistic of visits in which each visit has a
row add up to it as well, except for events that belong to no visit, for example those that a server sends for a visitor
without a pageview.

| Amounts | Counted from | Reach back |
|---|---|---|
| of \`summary\`, of points by day, week and month, and of \`EVENT\`, without a filter | precomputed sums | over the whole history |
| of points by hour, of other rows, and everything with a filter | hits | as far as hits are kept: \`RETENTION_DAYS\` |

\`basis\` says so: it is \`MIXED\` where the counts are precomputed and the amounts come from hits, or where a part is imported. \`amountsFrom\` is then the first
day from which all hits are stored; amounts of earlier days are left out. It is null as long as no hit is too old to be stored.
Over REST, these are the headers \`X-Footfall-Basis\` and \`X-Footfall-Amounts-From\`.

### Imported days

History that was imported as single hits counts like any other hits. History that was imported as sums by day is added to every result
without a filter, and is not in anything that needs single hits: filters, goals, funnels, journeys, the hits themselves.

- \`imported\` is the part of a row, of the totals, of a point or of the summary that such imports have added, over REST with
  \`fields=imported\`. \`basis\` is \`IMPORTED\` if that is everything, and \`MIXED\` if it is a part.
- \`countsFrom\`, over REST the header \`X-Footfall-Counts-From\` or the field \`counts_from\`, says from which day on a result counts that
  needs single hits; it is null if that is the whole range. Sums of days that have hits of their own, which an import has if it was told to go
  on until after the first hit, are left out there, too. A range that such a result would be compared with is left out
  if its days have sums only.
- What a file does not have is not guessed. A count is then 0 on its days. Bounce rates, visit durations, pages per visit, times on page,
  depths and exit rates leave out every import that does not have, on all of its days, both of the counts that they are made of, and are
  null where nothing is left. So over a year, the bounce rate is that of the days on which bounces and visits are known.
- Conversion rates leave imported visits out of both sides, because nothing is known of their goals.
- A day is the day of the file, whatever the time zone of the website is, because sums by day cannot be divided otherwise.
- Most files do not say in which hour something happened. \`withoutHours\` is the number of pageviews that are in no hour, of the heat
  map and of points by hour.
- \`firstDay\`, and ranges over everything, begin with the first imported day. Alerts only compare what the website has counted itself.
`;
}
