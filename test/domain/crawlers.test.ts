import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { CRAWLERS, crawlerOf } from '../../src/domain/crawlers.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** User agents as their operators publish them. */
const AGENTS: readonly (readonly [agent: string, name: string])[] = [
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
  [`Mozilla/5.0 ${CHROME}; compatible; GPTBot/1.2; +https://openai.com/gptbot`, 'GPTBot'],
  [`Mozilla/5.0 ${CHROME}; compatible; ChatGPT-User/1.0; +https://openai.com/bot`, 'ChatGPT-User'],
  [`Mozilla/5.0 ${CHROME} (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)`, 'ClaudeBot'],
  ['Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)', 'Claude-User'],
  ['Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)', 'PerplexityBot'],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'Bingbot'],
  ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 'YandexBot'],
  ['Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)', 'Yahoo Slurp'],
  ['meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)', 'Meta-ExternalAgent'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'Facebook'],
  ['AdsBot-Google (+http://www.google.com/adsbot.html)', 'Google AdsBot'],
  ['WhatsApp/2.23.20.0', 'WhatsApp'],
  ['Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)', 'Majestic'],
];

describe('Crawlers', () => {
  it('are named by their user agents', () => {
    for (const [agent, name] of AGENTS) assert.equal(crawlerOf(agent), name, agent);
    assert.equal(new Set(CRAWLERS.map(({ name }) => name)).size, CRAWLERS.length);
  });

  it('are neither people nor robots without a name', () => {
    for (const agent of [
      '',
      'curl/8.5.0',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`,
      `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} [Pinterest/Android]`,
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} coc_coc_browser/120.0`,
      `Mozilla/5.0 (Linux; Android 10) ${CHROME} YandexSearch/9.20 YaBrowser/24.1`,
    ])
      assert.equal(crawlerOf(agent), null, agent);
  });
});
