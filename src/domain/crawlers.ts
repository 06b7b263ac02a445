/** What a crawler fetches pages for. */
export type CrawlerKind = 'search' | 'training' | 'assistant' | 'preview' | 'seo' | 'ads' | 'archive';

/** A crawler, by a word in its user agent. */
export interface Crawler {
  readonly name: string;
  readonly kind: CrawlerKind;
  /** The words that name it, separated by `|`; in any case. */
  readonly words: string;
}

/** The crawlers of a kind; without words, the name is the word. */
const of = (kind: CrawlerKind, names: string): Crawler[] =>
  names
    .trim()
    .split(/\s*\n\s*/)
    .map(line => {
      const [name = '', words = name] = line.split(' = ');
      return { name, kind, words };
    });

/** Crawlers with a name, compiled by hand from what their operators publish. A word must come before one that is its beginning. */
export const CRAWLERS: readonly Crawler[] = [
  ...of(
    'assistant',
    `ChatGPT-User
     OAI-SearchBot
     Claude-User
     Claude-SearchBot
     Perplexity-User
     PerplexityBot
     DuckAssistBot
     MistralAI-User
     Meta-ExternalFetcher
     Amzn-SearchBot
     Amzn-User
     Gemini-Deep-Research
     Google-NotebookLM
     YouBot
     PhindBot`,
  ),
  ...of(
    'training',
    `GPTBot
     ClaudeBot = claudebot|claude-web|anthropic-ai
     CCBot
     Bytespider
     TikTokSpider
     Amazonbot
     Meta-ExternalAgent
     FacebookBot
     cohere-ai = cohere-ai|cohere-training-data-crawler
     Diffbot
     AI2Bot
     Google-CloudVertexBot
     GoogleOther
     ImagesiftBot
     Omgili = omgilibot|omgili
     Webzio-Extended
     Timpibot
     PanguBot
     DeepSeekBot
     Kangaroo Bot
     ICC-Crawler`,
  ),
  ...of(
    'ads',
    `Google AdsBot = adsbot-google
     Google AdSense = mediapartners-google
     Bing AdIdxBot = adidxbot
     YandexDirect`,
  ),
  ...of(
    'search',
    `Googlebot = googlebot|google-inspectiontool|storebot-google
     Bingbot = bingbot|bingpreview|msnbot
     DuckDuckBot
     Applebot
     YandexBot = yandex(?:bot|images|mobilebot|video|media|blogs|news|accessibilitybot|renderresourcesbot)
     Baiduspider
     Yahoo Slurp = yahoo! slurp
     Sogou = sogou (?:web|inst|pic|news) spider
     360Spider = 360spider
     PetalBot
     Qwant = qwantbot|qwantify
     SeznamBot
     MojeekBot
     Naver Yeti = yeti/
     Daum = daumoa|daum/
     Coccoc = coccocbot
     Brave = bravebot
     Kagi = kagibot
     Exabot
     Mail.RU_Bot = mail\\.ru_bot`,
  ),
  ...of(
    'preview',
    `Facebook = facebookexternalhit|facebookcatalog|facebot
     Twitter = twitterbot
     LinkedIn = linkedinbot
     Slack = slackbot|slack-imgproxy
     Telegram = telegrambot
     WhatsApp = ^whatsapp/
     Discord = discordbot
     Pinterest = pinterestbot|pinterest/0
     Reddit = redditbot
     Mastodon = mastodon/
     Bluesky = bluesky cardyb
     Skype = skypeuripreview
     VK = vkshare
     Iframely
     Embedly`,
  ),
  ...of(
    'seo',
    `Ahrefs = ahrefsbot|ahrefssiteaudit
     Semrush = semrushbot|siteauditbot
     Majestic = mj12bot
     Moz = dotbot|rogerbot
     DataForSEO = dataforseobot
     Screaming Frog
     Serpstat = serpstatbot
     BLEXBot
     Barkrowler
     SISTRIX = sistrix
     SEOkicks = seokicks
     Awario = awariobot`,
  ),
  ...of(
    'archive',
    `Internet Archive = archive\\.org_bot|ia_archiver|special_archiver
     Arquivo.pt = arquivo-web-crawler`,
  ),
];

const WORDS = new RegExp(CRAWLERS.map(({ words }) => `(${words})`).join('|'), 'i');
/** As many user agents are remembered; beyond it, all are forgotten. */
const MOST = 20_000;
const judged = new Map<string, string | null>();

/** Returns the name of the crawler that a user agent names; null for people and for robots without a name here. */
export function crawlerOf(userAgent: string): string | null {
  let name = judged.get(userAgent);
  if (name === undefined) {
    const match = WORDS.exec(userAgent);
    const group = match ? match.findIndex((text, at) => at > 0 && text !== undefined) : 0;
    name = CRAWLERS[group - 1]?.name ?? null;
    if (judged.size >= MOST) judged.clear();
    judged.set(userAgent, name);
  }
  return name;
}
