import { isbot } from 'isbot';
import { latestUsed } from '../domain/latest-used.ts';
import { USER_AGENT_LENGTH } from './user-agent.ts';

/** Request headers under lower-case names, as node:http provides them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Programs that open pages in a real browser engine and that isbot does not know, by a word in their user agent. */
const UNLISTED_BOTS = /\bGTmetrix\b|\bMiniature\.io\b|\bYLT Chrome\b|\bTSM-turingos\b|\b(?:jsdom|HappyDOM)\//i;

/**
 * Televisions, feature phones, Chinese browsers and extensions of Internet Explorer. People use them, but their odd user
 * agents match isbot's catch-all patterns (`java`, `|`, `word/1.0;`, `download`).
 */
const ODD_BROWSERS =
  /HbbTV|CE-HTML|Google ?TV|^AppleTV\d|^Roku|MIDP|UP\.Browser|bada\/|baiduboxapp|SogouMobileBrowser|SogouMSE|QQDownload|chromeframe/i;

/**
 * The model and build of an Android browser's user agent. Some contain a suspicious word, such as the phones M bot 60 and
 * Discovery; a model that ends in such a word is none.
 */
const MODEL =
  /^(Mozilla\/5\.0 \(Linux; [^()]*?\bAndroid [\d.]+; (?:[a-z]{2}[-_][a-z]{2}; )?)[^()/;:@]+(?<!bot|crawler|spider)(?: Build\/[^()/;:@]*)?(?=(?:; wv)?\) AppleWebKit\/)/i;

/** Words by which a crawler identifies itself even if it imitates one of the odd browsers. */
const SAYS_BOT = /bot\b|crawl|spider|slurp|https?:|www\.|agent\b|preview|transcod|google(?! ?tv)|yahoo/i;

const judged = latestUsed<string, boolean>(20_000);

/**
 * Returns true for crawlers, monitors, previews and programs, and for an empty user agent. `headers` can only add to
 * the suspicion: a missing header proves nothing, because proxies and sites that forward hits omit most of them.
 */
export function looksLikeBot(userAgent: string, headers: RequestHeaders): boolean {
  return userAgent === '' || declaresBot(headers) || namesBot(userAgent);
}

/** Returns true if the browser prefetched the page, before anyone asked to see it. */
export function isPrefetch(headers: RequestHeaders): boolean {
  return fetchedAhead(headers['sec-purpose']) || fetchedAhead(headers.purpose) || fetchedAhead(headers['x-moz']);
}

function declaresBot(headers: RequestHeaders): boolean {
  return (
    // RFC 9110 asks only robots for the e-mail address of their operator.
    isSent(headers.from) ||
    // Agents that sign their requests (HTTP Message Signatures) name their operator.
    isSent(headers['signature-agent']) ||
    // A headless browser with a false user agent often still sends its true client hints.
    /headless/i.test(text(headers['sec-ch-ua']))
  );
}

function namesBot(userAgent: string): boolean {
  // As in readUserAgent: a cut text would keep the whole header in memory.
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
  if (ODD_BROWSERS.test(userAgent)) return SAYS_BOT.test(userAgent);
  return isbot(userAgent.replace(MODEL, '$1'));
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
