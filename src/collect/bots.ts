import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { USER_AGENT_LENGTH } from './user-agent.ts';

/** Request headers under lower-case names, as node:http hands them over. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Programs that open pages in a real browser engine and that isbot lets pass, each by the word it signs with. */
const UNLISTED_BOTS = /\bGTmetrix\b|\bMiniature\.io\b|\bYLT Chrome\b|\bTSM-turingos\b|\b(?:jsdom|HappyDOM)\//i;

/**
 * Televisions, feature phones and the Baidu app, whose odd texts fall into isbot's catch-all patterns
 * (`java`, `|`, `word/1.0;`) although a person sits in front of them.
 */
const ODD_BROWSERS = /HbbTV|CE-HTML|GoogleTV|MIDP|UP\.Browser|Bada\/|baiduboxapp/;

/** What a crawler writes about itself even when it dresses up as one of the odd browsers. */
const SAYS_BOT = /bot\b|crawl|spider|slurp|https?:|www\.|agent\b|preview|transcod|google(?!tv)|yahoo/i;

const judged = new LRUCache<string, boolean>({ max: 20_000 });

/**
 * True for crawlers, monitors, previews and programs; an empty user agent is one too. `headers` only ever add to
 * the suspicion: a missing header proves nothing, since proxies and sites that forward hits leave most of them out.
 */
export function looksLikeBot(userAgent: string, headers: RequestHeaders): boolean {
  return userAgent === '' || declaresBot(headers) || namesBot(userAgent);
}

/** True when the browser fetched the page ahead, before anybody asked to see it. */
export function isPrefetch(headers: RequestHeaders): boolean {
  return fetchedAhead(headers['sec-purpose']) || fetchedAhead(headers.purpose) || fetchedAhead(headers['x-moz']);
}

function declaresBot(headers: RequestHeaders): boolean {
  return (
    // RFC 9110 asks robots, and nobody else, for the address of their operator.
    isSent(headers.from) ||
    // Agents that sign their requests (HTTP Message Signatures) say whose they are.
    isSent(headers['signature-agent']) ||
    // A headless browser that hides behind a false user agent often forgets its client hints.
    /headless/i.test(text(headers['sec-ch-ua']))
  );
}

function namesBot(userAgent: string): boolean {
  // As in readUserAgent: a cut text would hold on to the whole header.
  if (userAgent.length > USER_AGENT_LENGTH) return judge(userAgent.slice(0, USER_AGENT_LENGTH));
  let bot = judged.get(userAgent);
  if (bot === undefined) {
    bot = judge(userAgent);
    judged.set(userAgent, bot);
  }
  return bot;
}

function judge(userAgent: string): boolean {
  if (UNLISTED_BOTS.test(userAgent)) return true;
  if (!isbot(userAgent)) return false;
  return !ODD_BROWSERS.test(userAgent) || SAYS_BOT.test(userAgent);
}

function fetchedAhead(header: string | string[] | undefined): boolean {
  return header !== undefined && /\b(?:prefetch|prerender)\b/i.test(text(header));
}

function isSent(header: string | string[] | undefined): boolean {
  return header !== undefined && text(header).trim() !== '';
}

function text(header: string | string[] | undefined): string {
  return header === undefined ? '' : typeof header === 'string' ? header : header.join(', ');
}
