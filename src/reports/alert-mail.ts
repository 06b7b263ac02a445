import type { AlertKind } from '../domain/alert.ts';
import { dateOf } from '../domain/calendar.ts';
import { hostLabel } from '../domain/host-label.ts';
import { html } from '../domain/html.ts';
import type { Website } from '../websites/website.ts';
import { heading, paragraph, sheet } from './mail-html.ts';
import { sentenceText } from './mail-text.ts';
import type { MailContent } from './report-mail.ts';
import { CAUSE_LENGTH, inert, oneLine, type Words, wordsIn, wordsOf } from './words.ts';

/** The content of an alert, for mail and webhook. */
export interface AlertNews {
  readonly kind: AlertKind;
  /** Hour at the website, in days since 1970-01-01 times 24; 0 for a first hit. */
  readonly slot: number;
  readonly count: number;
  readonly usual: number;
}

/** Returns the alert in one line, without a full stop. */
function headline(words: Words, { domain }: Pick<Website, 'domain'>, { kind, slot, count, usual }: AlertNews): string {
  const values = { domain: hostLabel(domain), count, hour: words.hour(slot), usual: words.number(usual) };
  return oneLine(words.t(`alert.${kind}`, values), 200);
}

/** Returns the URL of the days that the alert is about; without them, the page can open on days that end yesterday. */
function statisticsOf({ domain }: Pick<Website, 'domain'>, { kind, slot }: AlertNews, baseUrl: string): string {
  if (kind === 'FIRST_HIT') return `${baseUrl}/${domain}`;
  const day = Math.floor(slot / 24);
  const last = kind === 'NO_HITS' ? day + 1 : day;
  return `${baseUrl}/${domain}?from=${dateOf(day)}&to=${dateOf(last)}`;
}

interface AlertContext {
  /** One sentence each, the clearest first; often none. */
  readonly causes: readonly string[];
  readonly baseUrl: string;
}

/** Returns the mail for an alert. */
export function alertMail(website: Website, news: AlertNews, { causes, baseUrl }: AlertContext): MailContent {
  const words = wordsOf(website);
  const { t } = words;
  const subject = headline(words, website, news);
  const statistics = statisticsOf(website, news, baseUrl);
  const off = t('alert.off');
  const advice = t(`alert.${news.kind}.advice`);
  const told = [
    ...[t('mail.sentence', { statement: subject }), ...causes, advice].map(sentenceText),
    t('mail.openAt', { url: statistics }),
  ];
  return {
    subject,
    text: `${told.join('\n\n')}\n\n-- \n${sentenceText(off)}\n`,
    html: sheet(words, {
      title: hostLabel(website.domain),
      preview: oneLine(causes[0] ?? advice, 180),
      content: html`${heading(inert(subject, 200))}${causes.map(cause => paragraph(inert(cause, CAUSE_LENGTH)))}${paragraph(advice)}`,
      statistics,
      footer: html`${off}`,
    }).text,
  };
}

/** Returns the JSON body for a webhook, whose sentences are in English. */
export function alertBody(
  website: Website,
  news: AlertNews,
  { at, causes, baseUrl }: AlertContext & { readonly at: number },
): string {
  const { kind, slot, count, usual } = news;
  return JSON.stringify({
    kind,
    website: { id: website.id, domain: website.domain, timezone: website.timezone },
    message: headline(wordsIn('en'), website, news),
    noticedAt: new Date(at).toISOString(),
    hour: kind === 'FIRST_HIT' ? null : `${dateOf(Math.floor(slot / 24))}T${String(slot % 24).padStart(2, '0')}`,
    count,
    usual,
    causes: causes.map(cause => oneLine(cause, CAUSE_LENGTH)),
    statistics: statisticsOf(website, news, baseUrl),
  });
}
