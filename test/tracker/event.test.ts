import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { snippetOf } from '../../src/domain/snippet.ts';
import { launchBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { closePages, isEvent, openSite, type Site, sharedPage } from './site.ts';

describe.skipIf(skipWithoutBrowser)('pa.track', () => {
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    site = await openSite();
  });
  afterEach(async () => {
    await closePages(browser);
    await site.close();
  });
  afterAll(() => browser?.close());

  async function visit(html = site.snippet()): Promise<{ page: Page; complaints: string[] }> {
    site.serve('/page', html);
    const opened = await sharedPage(browser);
    await opened.page.goto(site.at('shop.test', '/page?x=1'));
    return opened;
  }

  async function eventsOf(page: Page): Promise<unknown[]> {
    return (await site.hearAll(page)).filter(isEvent).map(body => body.event);
  }

  test('sends name, value and unit with the page', async () => {
    const { page } = await visit();
    await page.evaluate("pa.track({ name: 'Purchase', value: 19.99, unit: 'EUR', secret: 'stays here' })");
    const [body] = await site.hear(1, isEvent);
    assert.deepEqual(body?.event, { name: 'Purchase', value: 19.99, unit: 'EUR' });
    assert.equal(body?.page, site.at('shop.test', '/page?x=1'));
    assert.match(body?.screen_resolution ?? '', /^\d+x\d+$/);
  });

  test('needs only a name', async () => {
    const { page } = await visit();
    await page.evaluate("pa.track({ name: ' Signup ' })");
    assert.deepEqual(await eventsOf(page), [{ name: 'Signup' }]);
  });

  test('takes a text as the name', async () => {
    const { page } = await visit();
    await page.evaluate("pa.track(' Signup ')");
    assert.deepEqual(await eventsOf(page), [{ name: 'Signup' }]);
  });

  test('can be detached from its object and called before the page is left', async () => {
    const { page } = await visit();
    await page.evaluate("const { track } = pa; track({ name: 'Left' }); location.href = '/elsewhere'");
    await page.waitForURL('**/elsewhere');
    const [body] = await site.hear(1, isEvent);
    assert.deepEqual(body?.event, { name: 'Left' });
  });

  test('sends properties that are text, numbers or true or false, and whether the event is interactive', async () => {
    const { page, complaints } = await visit();
    await page.evaluate(`
      const props = { plan: ' pro ', seats: 5, trial: false, list: [1], nothing: null, get bad() { throw new Error('no') } };
      pa.track({ name: 'Signup', props, interactive: false });
      pa.track({ name: 'Plain', props: undefined, interactive: true });
      pa.track({ name: 'Refused', get props() { throw new Error('no') } });
      pa.track({ name: 'Long', props: { text: 'x'.repeat(1e5) } })`);
    const [first, second, third, fourth] = (await eventsOf(page)) as { props: { text: string } }[];
    assert.deepEqual(first, {
      name: 'Signup',
      props: { plan: 'pro', seats: '5', trial: 'false' },
      interactive: false,
    });
    assert.deepEqual([second, third], [{ name: 'Plain' }, { name: 'Refused' }]);
    assert.equal(fourth?.props.text.length, 512, 'the collector leaves out what is longer than 255 characters');
    assert.deepEqual(complaints, []);
  });

  test('sends the path with a 404, which an error page can also count by an attribute', async () => {
    const { page } = await visit(site.snippet('data-404'));
    await page.evaluate("pa.track({ name: '404', props: { path: '/given' } })");
    const bodies = await site.hearAll(page);
    assert.equal(bodies[0]?.event, undefined, 'the pageview goes first');
    assert.deepEqual(
      bodies.filter(isEvent).map(body => body.event),
      [
        { name: '404', props: { path: '/page' } },
        { name: '404', props: { path: '/given' } },
      ],
    );
  });

  test('takes the properties of a pageview from the snippet and from the page, for each route anew', async () => {
    const meta = '<meta name="footfall:author" content="Ann"><meta name="description" content="other">';
    const { page } = await visit(`${meta}${site.snippet('data-prop-author="Bob" data-prop-content-type="post"')}`);
    await site.hear(1);
    await page.evaluate(`
      document.querySelector('meta').content = 'Cy';
      history.pushState({}, '', '/next');
      pa.track('Signup')`);
    const bodies = await site.hearAll(page);
    assert.deepEqual(
      bodies.filter(({ engagement }) => engagement === undefined).map(({ props }) => props),
      [{ author: 'Ann', 'content-type': 'post' }, { author: 'Cy', 'content-type': 'post' }, undefined],
    );
  });

  for (const [value, sent] of [
    ['0', 0],
    ['-0.5', -0.5],
    ["' 12.50 '", 12.5],
    ['12n', 12],
    ["'twelve'", undefined],
    ["''", undefined],
    ['NaN', undefined],
    ['Infinity', undefined],
    ['null', undefined],
    ['true', undefined],
    ['[5]', undefined],
    ["{ mail: 'a@b.example' }", undefined],
    ['Symbol()', undefined],
    ['new Date()', undefined],
  ] as const) {
    test(`with the value ${value} sends ${sent === undefined ? 'the event without one' : sent}`, async () => {
      const { page, complaints } = await visit();
      await page.evaluate(`pa.track({ name: 'Any', value: ${value} })`);
      assert.deepEqual(await eventsOf(page), [sent === undefined ? { name: 'Any' } : { name: 'Any', value: sent }]);
      assert.deepEqual(complaints, []);
    });
  }

  test('survives any argument, and keeps working', async () => {
    const { page, complaints } = await visit();
    const results = await page.evaluate(`
      (() => {
        const cyclic = { name: 'Cyclic', unit: 'x' };
        cyclic.value = cyclic;
        const refusing = new Proxy({}, { get() { throw new Error('no') }, has() { throw new Error('no') } });
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        const hostile = [
          undefined, null, 0, 1n, NaN, '', ' ', new String('Object'), Symbol('x'), true, [], {}, () => {}, class {}, window, document.body,
          refusing, proxy, Object.create(null), { name: undefined }, { name: null }, { name: {} }, { name: [] }, { name: '  ' },
          { name: Symbol('x') }, { name: () => {} }, { name: { toString() { throw new Error('no') } } },
          { get name() { throw new Error('no') } }, cyclic,
          { name: 'Getter', get value() { throw new Error('no') }, get unit() { throw new Error('no') } },
          { name: 'JSON', value: 1, toJSON() { throw new Error('no') } },
          { name: 5, value: { valueOf() { throw new Error('no') } } },
        ];
        const results = hostile.map(event => { try { return pa.track(event) } catch (error) { return 'threw ' + error } });
        try { results.push(pa.track(), pa.track.call(null, { name: 'Unbound' }), new pa.track({ name: 'New' }) && undefined) }
        catch (error) { if (!/not a constructor/.test(error)) results.push('threw ' + error) }
        pa.track({ name: 'Last' });
        return results.filter(result => result !== undefined);
      })()`);
    assert.deepEqual(results, []);
    const events = (await eventsOf(page)).map(event => JSON.stringify(event)).sort();
    assert.deepEqual(events, [
      '{"name":"5"}',
      '{"name":"Cyclic","unit":"x"}',
      '{"name":"Getter"}',
      '{"name":"JSON","value":1}',
      '{"name":"Last"}',
      '{"name":"Unbound"}',
    ]);
    assert.deepEqual(complaints, []);
  });

  test('sends little more of a very long name and unit than the collector keeps', async () => {
    const { page } = await visit();
    await page.evaluate("pa.track({ name: 'a' + '😀'.repeat(1e5), unit: 'u'.repeat(1e5) })");
    const [body] = await site.hear(1, isEvent);
    const name = [...String(body?.event?.name)];
    assert.equal(name.slice(0, 64).join(''), `a${'😀'.repeat(63)}`);
    assert.ok(name.length < 520 && String(body?.event?.unit).length < 520);
  });

  test('sends events queued before the script loaded, after the pageview, and events queued later', async () => {
    const stub =
      '<script>window.pa = { q: [], own: 1, track(event) { this.q.push(event) } }; pa.track({ name: "Early", value: 1 });';
    const { page } = await visit(
      `${stub} pa.track(null); window.held = pa; window.queue = pa.q;</script>${site.snippet()}`,
    );
    await site.hear(2);
    await page.evaluate("held.track({ name: 'Held' }); queue.push({ name: 'Late' })");
    await site.hear(4);
    const bodies = await site.hearAll(page);
    assert.equal(bodies.length, 4);
    assert.equal(bodies[0]?.event, undefined);
    assert.deepEqual(
      bodies
        .filter(isEvent)
        .map(body => body.event?.name)
        .sort(),
      ['Early', 'Held', 'Late'],
    );
    assert.equal(await page.evaluate('pa.own'), 1);
  });

  test('keeps the calls made before the script has loaded, with the snippet that is handed out', async () => {
    const source = { publicUrl: site.at('stats.test', ''), tracker: '/js/script.js', collector: '/api/event' };
    const early = "<script>const { track } = pa; track('Early'); pa.track({ name: 'Purchase', value: 5 })</script>";
    const { page, complaints } = await visit(snippetOf(source).replace('</script>', `</script>${early}`));
    await site.hear(3);
    const [first, ...others] = await site.hearAll(page);
    assert.equal(first?.event, undefined, 'the pageview goes first');
    assert.deepEqual(
      others.map(body => body.event),
      [{ name: 'Early' }, { name: 'Purchase', value: 5 }],
    );
    assert.deepEqual(complaints, []);
  });

  for (const [what, html] of [
    ['an element with the id pa', '<div id="pa"></div>'],
    ['a frozen object', '<script>window.pa = Object.freeze({ q: [1] })</script>'],
    ['a text', '<script>window.pa = "taken"</script>'],
    ['a queue of nonsense', '<script>window.pa = { q: { forEach: 5 } }</script>'],
    ['a name that cannot be set', '<script>Object.defineProperty(window, "pa", { value: 5 })</script>'],
  ] as const) {
    test(`counts pageviews and throws nothing where window.pa is ${what}`, async () => {
      const { page, complaints } = await visit(html + site.snippet());
      assert.equal((await site.hearAll(page)).length, 1);
      assert.deepEqual(complaints, []);
    });
  }

  test('works beside an element with the id pa', async () => {
    const { page } = await visit(`<div id="pa"></div>${site.snippet()}`);
    await site.hear(1);
    await page.evaluate("pa.track({ name: 'Signup' })");
    assert.deepEqual(await eventsOf(page), [{ name: 'Signup' }]);
  });
});
