import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { footfall } from '../support/command-line.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DAYS = { from: '2026-03-10', to: '2026-03-12' };
const NAUGHTY = ['=1+1', 'a,"b";c=d', 'line\r\nline', 'Zoë 🦊', '12.50', 'true', '-', '__proto__'];

interface ExportedHit {
  readonly time: string;
  readonly visitor: number | null;
  readonly page: string;
  readonly event: string | null;
  readonly amount: string | null;
  readonly unit: string | null;
  readonly referrer: string | null;
  readonly props: Readonly<Record<string, string>> | null;
}

eachDatabase('Exported hits', open => {
  let place: Place;
  let gateway: TestGateway;
  beforeAll(async () => {
    place = await open();
    gateway = await startTestGateway(place);
  });
  afterAll(() => gateway.stop());

  const create = async (domain: string): Promise<string> => {
    const { body } = await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain }) });
    return String((body as { data: { id: number } }).data.id);
  };
  const send = async (hits: readonly object[]): Promise<void> => {
    const sent = await fetch(`${gateway.url}/api/event/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ hits }),
    });
    const answer = (await sent.json()) as { accepted: number; results: { notice?: string }[] };
    assert.equal(answer.accepted, hits.length, JSON.stringify(answer));
    assert.ok(answer.results.every(({ notice }) => notice === undefined));
    await gateway.drain();
  };
  const PROPERTY = 'rows { value count amounts { unit sum } }';
  const answers = (id: string) =>
    gateway.graphql(
      `query ($id: ID!, $from: Date!, $to: Date!) { website(id: $id) {
        ofPages: properties(from: $from, to: $to) { key events values }
        ofBuy: properties(event: "Buy", from: $from, to: $to) { key events values }
        author: stats(name: PROPERTY, key: "author", from: $from, to: $to, perPage: 100) { ${PROPERTY} }
        plan: stats(name: PROPERTY, key: "plan", event: "Buy", from: $from, to: $to, perPage: 100) { ${PROPERTY} }
        proto: stats(name: PROPERTY, key: "__proto__", event: "Buy", from: $from, to: $to, perPage: 100) { ${PROPERTY} }
        page: stats(name: PAGE, from: $from, to: $to) { rows { value count } }
        event: stats(name: EVENT, from: $from, to: $to) { ${PROPERTY} }
        referrer: stats(name: REFERRER, from: $from, to: $to) { rows { value count } }
        summary(from: $from, to: $to) { visitors { value } visits { value } pageviews { value } events { value } }
      } }`,
      { id, ...DAYS },
    );

  it('give the same answers when another website gets them in a batch, with their properties', async () => {
    const first = await create('first.example');
    const second = await create('second.example');
    const hits = NAUGHTY.flatMap((text, at) => {
      const from = { ip: `198.51.100.${at % 3}`, user_agent: AGENT, time: `2026-03-1${at % 3}T09:0${at}:00Z` };
      const page = `https://first.example/${at % 2}`;
      const props = JSON.parse(`{"plan":${JSON.stringify(text)},"__proto__":"x","n":${at},"trial":true}`);
      return [
        { ...from, page, referrer: 'https://news.example/', props: { author: text, n: at } },
        { ...from, page: 'https://first.example/plain' },
        { ...from, page, event: { name: 'Buy', value: at, unit: 'EUR', props } },
        { ...from, page, event: { name: 'Bare' } },
      ];
    });
    await send(hits);
    const { body } = await gateway.rest(`/websites/${first}/hits.json?from=${DAYS.from}&to=${DAYS.to}`);
    const exported = body as ExportedHit[];
    assert.equal(exported.length, hits.length);
    await send(
      exported.map(({ time, visitor, page, event, amount, unit, referrer, props }) => ({
        time,
        ip: `203.0.113.${visitor}`,
        user_agent: AGENT,
        page: `https://second.example${page}`,
        ...(event === null
          ? { referrer: referrer ? `https://${referrer}/` : '', props }
          : { event: { name: event, value: amount, unit, props } }),
      })),
    );
    const expected = await answers(first);
    assert.deepEqual(await answers(second), expected);
    assert.deepEqual((expected as { website: { ofBuy: object[] } }).website.ofBuy.length, 4);

    const { out } = await footfall(`export --website ${first} --from ${DAYS.from} --to ${DAYS.to}`, {
      DATABASE_URL: place.url,
      DATA_DIR: place.dataDir,
    });
    assert.deepEqual(
      out
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
      exported,
    );
  });

  it('have their properties as JSON in the last column of CSV, also null and of nobody', async () => {
    const id = await create('csv.example');
    await send([
      { page: 'https://csv.example/', time: '2026-03-10T09:00:00Z', props: { author: '"A", B' } },
      { page: 'https://csv.example/', time: '2026-03-10T09:00:00Z' },
    ]);
    const file = await fetch(`${gateway.url}/api/v1/websites/${id}/hits.csv?from=${DAYS.from}&to=${DAYS.to}`, {
      headers: { Authorization: `Bearer ${gateway.key}` },
    });
    const [head = '', ...lines] = (await file.text()).trimEnd().split('\r\n');
    assert.match(head, /,host,props$/);
    const cells = lines.map(line => line.replace(/^.*csv\.example,/, '')).sort();
    assert.deepEqual(cells, ['', '"{""author"":""\\""A\\"", B""}"']);
  });
});
