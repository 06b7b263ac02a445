import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { AGENT, LINES, readLog } from '../../support/access-log.ts';

const { common, combined } = LINES;
/** The hit that most lines here are. */
const HIT = {
  ...{ line: 1, time: '2026-01-31T09:00:00.000Z', page: 'https://example.com/a%20b?x=1' },
  ...{ referrer: 'https://news.example/', agent: AGENT, address: '203.0.113.7' },
};

describe('An access log', () => {
  it('is read in the Common and the Combined format, with a virtual host in front or behind', async () => {
    assert.deepEqual((await readLog(common)).hits, [{ ...HIT, referrer: '', agent: '' }]);
    assert.deepEqual((await readLog(combined)).hits, [HIT]);
    const shop = { ...HIT, page: 'https://shop.example.com/a%20b?x=1' };
    assert.deepEqual((await readLog(`shop.example.com:443 ${combined}`)).hits, [
      { ...shop, page: 'https://shop.example.com:443/a%20b?x=1' },
    ]);
    assert.deepEqual((await readLog(`shop.example.com ${combined}`)).hits, [shop]);
    assert.deepEqual((await readLog(`${combined} shop.example.com`)).hits, [shop]);
    assert.deepEqual((await readLog(`${combined} 1.25 "-" "shop.example.com" TLSv1.3`)).hits, [shop]);
    // The virtual host of a server without one.
    assert.deepEqual((await readLog(`${combined} "-"`)).hits, [HIT]);
  });

  it('has its hosts and proxies where most of its lines have them, whatever single lines hold', async () => {
    const hosts = ['localhost', '_', '203.0.113.1', '-', '[2001:db8::1]:443'];
    const shops = Array.from({ length: 4 }, () => 'shop.example.com');
    const pages = ['localhost', 'example.com', '203.0.113.1', 'example.com', '[2001:db8::1]:443', ...shops].map(
      host => `https://${host}/a%20b?x=1`,
    );
    const behind = await readLog([...hosts, ...shops].map(host => `${combined} "${host}"`).join('\n'));
    assert.deepEqual(
      behind.hits.map(({ page }) => page),
      pages,
    );
    const inFront = await readLog(
      ['203.0.113.1', '-', ...shops.slice(1)].map(host => `${host} ${combined}`).join('\n'),
    );
    assert.deepEqual(
      inFront.hits.map(({ page, address }) => [page, address]),
      [pages[2], pages[1], ...pages.slice(-3)].map(page => [page, '203.0.113.7']),
    );
    const proxy = combined.replace('203.0.113.7', '10.0.0.2');
    const forwarded = ['unknown, 203.0.113.9', 'unknown', 'spoofed.example', '198.51.100.4', '198.51.100.5, 10.1.1.1'];
    const clients = await readLog(forwarded.map(client => `${proxy} "${client}"`).join('\n'));
    assert.deepEqual(
      clients.hits.map(({ address, page }) => [address, page]),
      ['203.0.113.9', '10.0.0.2', '', '198.51.100.4', '198.51.100.5'].map(address => [address, HIT.page]),
    );
    const inPlace = await readLog(`${combined.replace('203.0.113.7', '203.0.113.7, 10.0.0.2')}\n${combined}`);
    assert.deepEqual(inPlace.hits, [HIT, { ...HIT, line: 2 }]);
    // A server behind a proxy can have the client in front of the proxy.
    assert.deepEqual((await readLog(`203.0.113.7 ${proxy}`)).hits, [HIT]);
  });

  it('has escapes, names of users, IPv6 addresses, names of hosts and proxies', async () => {
    const agent = String.raw`Mozilla/5.0 (X11; Linux x86_64) \"quoted\" Gecko \xc3\xa9 \\ \x22x\x22 [1]`;
    const line = `2001:db8::1 - John [x] Doe [31/Jan/2026:04:00:00 -0500] "GET /\\xc3\\xa9 HTTP/2.0" 304 - "-" "${agent}"`;
    const [hit] = (await readLog(line)).hits;
    assert.deepEqual(hit, {
      ...{ line: 1, time: '2026-01-31T09:00:00.000Z', page: 'https://example.com/é', referrer: '' },
      ...{ agent: 'Mozilla/5.0 (X11; Linux x86_64) "quoted" Gecko é \\ "x" [1]', address: '2001:db8::1' },
    });
    const named = (await readLog(combined.replace('203.0.113.7', 'dial-7.isp.example'))).hits;
    assert.deepEqual(named, [{ ...HIT, address: '', given: `dial-7.isp.example ${AGENT}` }]);
    const proxied = `${combined.replace('203.0.113.7', '10.0.0.2')} "198.51.100.4, 10.1.1.1"`;
    assert.deepEqual((await readLog(proxied)).hits, [{ ...HIT, address: '198.51.100.4' }]);
    // Only a proxy of the own network is believed.
    assert.deepEqual((await readLog(`${combined} "198.51.100.4"`)).hits, [HIT]);
  });

  it('is read as JSON with the names of nginx, Matomo, Caddy and Traefik', async () => {
    const nginx = {
      ...{ time_local: '31/Jan/2026:10:00:00 +0100', remote_addr: '203.0.113.7', request: 'GET /a%20b?x=1 HTTP/1.1' },
      ...{ status: '200', http_referer: 'https://news.example/', http_user_agent: AGENT, server_name: '_' },
    };
    const { time_local: _, request: __, ...rest } = nginx;
    const short = { ...rest, request_method: 'GET', uri: '/a%20b', args: 'x=1', msec: 1_769_850_000.25, status: 200 };
    const matomo = {
      ...{
        date: '2026-01-31T10:00:00+01:00',
        ip: '203.0.113.7',
        host: 'example.com',
        path: '/a%20b?x=1',
        status: '200',
      },
      ...{ referrer: 'https://news.example/', user_agent: AGENT, length: 512, generation_time_milli: 3 },
    };
    const request = {
      ...{ remote_ip: '203.0.113.7', client_ip: '203.0.113.7', method: 'GET', host: 'example.com', uri: '/a%20b?x=1' },
      headers: { 'User-Agent': [AGENT], Referer: ['https://news.example/'] },
    };
    const { remote_ip: _1, client_ip: _2, ...oldRequest } = request;
    const caddy = { level: 'info', ts: 1_769_850_000.5241024, request, status: 200 };
    const traefik = {
      ...{ StartUTC: '2026-01-31T09:00:00.123456789Z', ClientHost: '203.0.113.7', RequestMethod: 'GET' },
      ...{ RequestHost: 'example.com', RequestPath: '/a%20b?x=1', DownstreamStatus: 200 },
      ...{ 'request_User-Agent': AGENT, request_Referer: 'https://news.example/', time: '2026-01-31T10:00:01+01:00' },
    };
    for (const body of [
      nginx,
      { ...rest, request: nginx.request, time_iso8601: '2026-01-31T10:00:00+01:00' },
      short,
      matomo,
      caddy,
      { ...caddy, request: { ...oldRequest, remote_addr: '203.0.113.7:4711' }, ts: '2026-01-31T10:00:00+0100' },
      traefik,
    ]) {
      const { hits, version } = await readLog(`\uFEFF${JSON.stringify(body)}\r\n`);
      const [hit] = hits;
      assert.equal(version, 'JSON');
      assert.deepEqual({ ...hit, time: hit?.time.slice(0, 19) }, { ...HIT, time: HIT.time.slice(0, 19) });
    }
    const html = { ...nginx, request: 'GET /data.json HTTP/1.1', sent_http_content_type: 'text/html; charset=utf-8' };
    assert.equal((await readLog(JSON.stringify(html))).hits.length, 1);
    const data = { ...caddy, resp_headers: { 'Content-Type': ['application/json'] } };
    assert.deepEqual((await readLog(JSON.stringify(data))).others, ['no_page']);
    // Without escape=json, nginx writes bytes that JSON does not know.
    const bytes = JSON.stringify(nginx).replace('/a%20b?x=1', String.raw`/\x22`);
    assert.equal((await readLog(bytes)).hits[0]?.page, 'https://example.com/"');
  });

  it('is read as Traefik and HAProxy write it', async () => {
    const traefik = `${combined} 17 "web-shop.example@docker" "http://10.0.0.3:80" 4ms`;
    assert.deepEqual((await readLog(traefik)).hits, [HIT]);
    const haproxy = (captured: string) =>
      `203.0.113.7:33317 [31/Jan/2026:10:00:00.655] http-in~ static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 ${captured}"GET /a%20b?x=1 HTTP/1.1"`;
    for (const front of [
      '',
      'Jan 31 10:00:00 lb haproxy[14389]: ',
      '<134>1 2026-01-31T10:00:00Z lb haproxy 14389 - - ',
    ]) {
      const { hits, version } = await readLog(`${front}${haproxy('')}`);
      assert.deepEqual(hits, [{ ...HIT, time: '2026-01-31T09:00:00.000Z', referrer: '', agent: '' }]);
      assert.equal(version, 'HAProxy');
    }
    const captured = await readLog(haproxy(`{www.example.com|${AGENT}|https://news.example/} {nginx} `));
    assert.deepEqual(captured.hits, [{ ...HIT, page: 'https://www.example.com/a%20b?x=1' }]);
  });

  it('is read as CloudFront and IIS write it, whatever the order of the fields', async () => {
    const cloudFront = [
      '#Version: 1.0',
      '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query x-host-header',
    ];
    const cells = [
      '2026-01-31',
      '09:00:00',
      'FRA2',
      '512',
      '203.0.113.7',
      'GET',
      'd1.cloudfront.example',
      '/a%2520b',
      '200',
    ];
    for (const agent of [encodeURIComponent(AGENT), encodeURIComponent(encodeURIComponent(AGENT))]) {
      const line = [...cells, 'https://news.example/', agent, 'x=1', 'example.com'].join('\t');
      assert.deepEqual((await readLog([...cloudFront, line].join('\n'))).hits, [{ ...HIT, line: 3 }]);
    }
    const agent = AGENT.replaceAll(' ', '+');
    const iis = [
      '#Software: Microsoft Internet Information Services 10.0',
      '#Date: 2026-01-31 00:00:00',
      '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status',
      `2026-01-31 09:00:00 192.0.2.1 GET /a%20b x=1 443 - 203.0.113.7 ${agent} https://news.example/ 200`,
      '#Fields: time c-ip cs-method cs-host cs-uri-stem cs-uri-query sc-status cs(Referer) cs(User-Agent)',
      `09:00:00 203.0.113.7 GET shop.example.com /b - 200 - ${agent}`,
      '09:00:00 203.0.113.7 GET',
    ].join('\r\n');
    const { hits, others } = await readLog(iis);
    assert.deepEqual(hits[0], { ...HIT, line: 4 });
    assert.deepEqual(hits[1], { ...HIT, line: 6, page: 'https://shop.example.com/b', referrer: '' });
    assert.deepEqual(others, ['line 7']);
  });

  it('goes on with the next day where times without a date begin anew', async () => {
    const days = async (head: string, ...times: string[]) => {
      const lines = times.map(time => (time.startsWith('#') ? time : `${time} GET / 203.0.113.7 200`));
      const { hits } = await readLog([head, '#Fields: time cs-method cs-uri-stem c-ip sc-status', ...lines].join('\n'));
      return hits.map(({ time }) => time.slice(5, 16).replace('T', ' '));
    };
    assert.deepEqual(
      await days('#Date: 2026-02-27 22:00:00', '22:00:01', '23:59:59', '00:00:01', '23:59:58', '00:10:00', '09:00:00'),
      ['02-27 22:00', '02-27 23:59', '02-28 00:00', '02-27 23:59', '02-28 00:10', '02-28 09:00'],
    );
    assert.deepEqual(
      await days('#Date: 2026-02-27 23:59:58', '00:00:01', '20:00:00', '19:00:00', '07:00:00', 'x', '06:00:00'),
      ['02-28 00:00', '02-28 20:00', '02-28 19:00', '03-01 07:00', '03-01 06:00'],
      'A request that took long is not of the next day.',
    );
    assert.deepEqual(await days('#Date: 2026-02-27', '00:00:01', '23:59:59'), ['02-27 00:00', '02-27 23:59']);
    assert.deepEqual(
      await days('#Date: 2026-02-27 00:00:00', '23:00:00', '01:00:00', '#Date: 2026-03-05 01:30:00', '02:00:00'),
      ['02-27 23:00', '02-28 01:00', '03-05 02:00'],
    );
  });

  it('names the client of a proxy in every format that can have X-Forwarded-For', async () => {
    const haproxy = (captured: string) =>
      `10.0.0.9:33317 [31/Jan/2026:10:00:00.655] in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 ${captured} "GET / HTTP/1.1"`;
    const w3c = (field: string, cell: string, between = ' ') =>
      [
        ['#Fields: date time cs-method cs-uri-stem c-ip sc-status', field].join(between),
        ['2026-01-31', '09:00:00', 'GET', '/', '10.0.0.9', '200', cell].join(between),
      ].join('\n');
    for (const log of [
      haproxy('{203.0.113.7}'),
      haproxy(`{www.example.com|203.0.113.7, 10.0.0.1|${AGENT}}`),
      w3c('X-Forwarded-For', '203.0.113.7:51234,+10.0.0.1'),
      w3c('cs(X-Forwarded-For)', '203.0.113.7'),
      w3c('x-forwarded-for', '203.0.113.7,%2010.0.0.1', '\t'),
    ]) {
      const { hits } = await readLog(log);
      assert.deepEqual(
        hits.map(({ address }) => address),
        ['203.0.113.7'],
        log,
      );
    }
    const agent = await readLog(haproxy(`{203.0.113.7|${AGENT}}`));
    assert.equal(agent.hits[0]?.agent, AGENT);
  });
});
