import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { dateOf, dayNumber } from '../../src/domain/calendar.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { eachDatabase } from '../support/databases.ts';
import { foldAll, hitOf } from '../support/hits.ts';
import { generateSums } from '../support/import-files.ts';
import { Importing } from '../support/imports.ts';
import { type RestServer, startRest } from '../support/rest.ts';

// biome-ignore lint/suspicious/noExplicitAny: raw responses are compared.
type Json = any;

/** The first day with hits of the website's own, after a few imported days. */
const OWN = '2026-01-10';
const RANGE = 'from: "2025-11-01", to: "2026-01-31"';
const FILTER = 'filter: { name: PAGE, operator: IS, values: ["/own"] }';

eachDatabase('Answers about imported days', open => {
  let rest: RestServer;
  let importing: Importing;
  let id: number;
  let withoutHits: Json;
  const { csv, truth } = generateSums(9);
  const all = truth.totals.pageviews;

  beforeAll(async () => {
    const place = await open();
    rest = await startRest(place);
    importing = new Importing(rest.database, place);
    await rest.call('POST', '/websites', { body: { domain: 'site-1.example', timezone: 'America/New_York' } });
    const done = await importing.import({ files: { 'sums.csv': csv } });
    assert.deepEqual([done.error, done.state], [null, 'done']);
    id = done.id;
    withoutHits = await ask(`firstDay firstHitAt summary(${RANGE}, ${FILTER}) { countsFrom visits { value } }`);
    const own = hitOf({ time: Date.parse(`${OWN}T12:00:00Z`), values: { page: '/own' } });
    await foldAll(rest.database, place, [[own, { ...own, time: own.time + 1_000 }]]);
  });
  afterAll(() => rest.close());

  const ask = async (fields: string): Promise<Json> => {
    const { website } = JSON.parse(JSON.stringify(await rest.ask(`{ website(id: 1) { ${fields} } }`)));
    return website;
  };

  it('are there before the website has hits of its own', () => {
    const after = dateOf(dayNumber(truth.days.at(-1) ?? '') + 1);
    const summary = { countsFrom: after, visits: { value: 0 } };
    assert.deepEqual(withoutHits, { firstDay: truth.days[0], firstHitAt: null, summary });
  });

  it('begin with the first of them', async () => {
    const { firstDay, firstHitAt, range } = await ask('firstDay firstHitAt range(preset: ALL) { from }');
    assert.deepEqual([firstDay, range.from], [truth.days[0], truth.days[0]]);
    assert.equal(new Date(firstHitAt).toISOString(), `${OWN}T12:00:00.000Z`);
  });

  it('agree over every interval, as lists, totals and points, in the days of the file', async () => {
    const { summary, days, pages } = await ask(
      `summary(${RANGE}) { imported basis pageviews { value } visitors { value } }
       days: stats(name: PAGEVIEWS, ${RANGE}, perPage: 100) { sum totals { imported } rows { value count imported } }
       pages: stats(name: PAGE, ${RANGE}, perPage: 100) { sum totals { imported } rows { count imported } }`,
    );
    assert.deepEqual([summary.imported, summary.basis, summary.pageviews.value], [all, 'MIXED', all + 2]);
    for (const list of [days, pages]) {
      assert.deepEqual([list.sum, list.totals.imported], [all + 2, all]);
      assert.equal(sum(list.rows, 'count'), all + 2);
      assert.equal(sum(list.rows, 'imported'), all);
    }
    // Whatever the zone of the website is, a day of sums is that of the file.
    assert.deepEqual(days.rows.map(({ value }: Json) => value).sort(), [...truth.days, OWN].sort());
    for (const interval of ['DAY', 'WEEK', 'MONTH']) {
      const { timeseries } = await ask(
        `timeseries(${RANGE}, interval: ${interval}) { withoutHours points { pageviews imported visitors } }`,
      );
      const { points, withoutHours } = timeseries;
      assert.deepEqual([sum(points, 'pageviews'), sum(points, 'imported'), withoutHours], [all + 2, all, 0], interval);
      assert.equal(sum(points, 'visitors'), summary.visitors.value, interval);
    }
  });

  it('say how much belongs to no hour', async () => {
    const { heatmap, timeseries } = await ask(
      `heatmap(${RANGE}) { withoutHours cells { pageviews } } timeseries(${RANGE}, interval: HOUR) { withoutHours points { pageviews } }`,
    );
    assert.deepEqual([sum(heatmap.cells, 'pageviews'), heatmap.withoutHours], [2, all]);
    assert.deepEqual([sum(timeseries.points, 'pageviews'), timeseries.withoutHours], [2, all]);
  });

  it('that need single hits leave them out, and say from which day on they count', async () => {
    await rest.ask('mutation { createGoal(website: 1, input: { name: "Own", kind: PAGE, pattern: "/own" }) { id } }');
    const within = 'countsFrom';
    const answers = await ask(
      `summary(${RANGE}, ${FILTER}) { basis imported pageviews { value } ${within} }
       stats(name: PAGE, ${RANGE}, ${FILTER}) { ${within} }
       timeseries(${RANGE}, ${FILTER}, interval: MONTH) { ${within} }
       funnel(${RANGE}, steps: [{ kind: PAGE, pattern: "/own" }, { kind: PAGE, pattern: "/own" }]) { ${within} }
       journeys(${RANGE}) { ${within} } returns(${RANGE}) { ${within} }`,
    );
    const { summary } = answers;
    assert.deepEqual([summary.basis, summary.imported, summary.pageviews.value], ['HITS', 0, 2]);
    for (const [name, { countsFrom }] of Object.entries<Json>(answers)) assert.equal(countsFrom, OWN, name);
    // A rate of visits that are known and of visits that are not would mean nothing.
    const { goalResults } = await ask(`goalResults(${RANGE}) { visits conversions countsFrom }`);
    assert.deepEqual(goalResults, [{ visits: 1, conversions: 1, countsFrom: OWN }]);
    const later = await ask(
      `summary(${RANGE}) { countsFrom } own: summary(from: "${OWN}", to: "2026-01-31", ${FILTER}) { countsFrom }`,
    );
    assert.deepEqual(later, { summary: { countsFrom: null }, own: { countsFrom: null } });
  });

  it('compare with imported days, but not under a filter', async () => {
    const range = 'from: "2026-01-01", to: "2026-01-31", compare: PREVIOUS_PERIOD';
    const { summary, filtered, funnel } = await ask(
      `summary(${range}) { pageviews { previous } }
       filtered: summary(${range}, ${FILTER}) { previousFrom pageviews { value previous change } }
       funnel(${range}, steps: [{ kind: PAGE, pattern: "/own" }, { kind: PAGE, pattern: "/own" }]) { steps { previous } }`,
    );
    assert.ok(summary.pageviews.previous > 0);
    assert.deepEqual(filtered, { previousFrom: null, pageviews: { value: 2, previous: null, change: null } });
    assert.deepEqual(funnel.steps, [{ previous: null }, { previous: null }]);
  });

  it('have the imported part and the day in REST, in its files, and for guests', async () => {
    const query = 'name=page&from=2025-11-01&to=2026-01-31&per_page=100';
    const { body, headers } = await rest.call('GET', `/stats/1?${query}&fields=imported`);
    assert.equal(headers.get('X-Footfall-Basis'), 'MIXED');
    assert.equal(headers.get('X-Footfall-Counts-From'), null);
    assert.equal(sum(body.data, 'imported'), all);
    const filter = encodeURIComponent('{"name":"PAGE","operator":"IS","values":["/own"]}');
    const filtered = await rest.call('GET', `/stats/1?${query}&filter=${filter}`);
    assert.equal(filtered.headers.get('X-Footfall-Counts-From'), OWN);
    const { text } = await rest.call('GET', `/stats/1.csv?${query.replace('&per_page=100', '')}&fields=imported`);
    assert.match(text, /^value,count,imported\r\n/);
    assert.match(text, /\r\n\/own,2,0\r\n/);
    const { data } = (await rest.call('GET', '/stats/1/returns?from=2025-11-01&to=2026-01-31')).body;
    assert.equal(data.counts_from, OWN);
    const { token } = (await rest.call('POST', '/websites/1/shares', { body: { name: 'Guest' } })).body.data;
    const shared = await rest.call('GET', `/stats/1?${query}&fields=imported&share=${token}`, { key: null });
    assert.deepEqual(shared.body.data, body.data);
    // The names of files are not for guests.
    const refused = await rest.call('GET', `/websites/1/imports?share=${token}`, { key: null });
    assert.equal(refused.status, 401);
  });

  it('are as before once the import is undone', async () => {
    await beginUndo(rest.database, id);
    await importing.run(id);
    const { firstDay, summary } = await ask(`firstDay summary(${RANGE}, ${FILTER}) { countsFrom }`);
    assert.deepEqual([firstDay, summary.countsFrom], [OWN, null]);
  });
});

function sum(rows: readonly Json[], name: string): number {
  return rows.reduce((total, row) => total + row[name], 0);
}
