import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { looksLikeBot } from '../../src/collect/bots.ts';
import { readUserAgent } from '../../src/collect/user-agent.ts';

/** Lines of browser, system, device and user agent, separated by tabs; the browser of a program is `bot`. */
const AGENTS = readFileSync(new URL('agents.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => line.split('\t') as [string, string, string, string]);

for (const [browser, os, device, userAgent] of AGENTS) {
  if (browser === 'bot') {
    test(`a program sends ${userAgent}`, () => assert.equal(looksLikeBot(userAgent, {}), true));
    continue;
  }
  test(`${browser || 'no browser'} on ${os} (${device}), of a person, is read from ${userAgent}`, () => {
    const agent = readUserAgent(userAgent);
    assert.deepEqual([agent.browser, agent.os, agent.device], [browser, os, device]);
    assert.ok(
      agent.browserVersion.startsWith(browser) && /^( \d{1,4})?$/.test(agent.browserVersion.slice(browser.length)),
    );
    assert.equal(looksLikeBot(userAgent, {}), false);
  });
}

test('the table has many agents of every kind', () => {
  const count = (kind: string) =>
    AGENTS.filter(([browser, , device]) => (browser === 'bot' ? 'bot' : device) === kind).length;
  assert.ok(AGENTS.length >= 200, String(AGENTS.length));
  for (const kind of ['desktop', 'mobile', 'tablet', 'tv', 'console', 'bot']) assert.ok(count(kind) >= 10, kind);
});
