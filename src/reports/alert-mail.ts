import type { AlertKind } from '../domain/alert.ts';
import { dateOf } from '../domain/calendar.ts';
import { html } from '../domain/html.ts';
import type { Website } from '../websites/website.ts';
import { heading, paragraph, sheet } from './mail-html.ts';
import { causeText } from './mail-text.ts';
import type { MailContent } from './report-mail.ts';
import { CAUSE_LENGTH, counted, dayText, inert, oneLine } from './words.ts';

/** The content of an alert, for mail and webhook. */
export interface AlertNews {
  readonly kind: AlertKind;
  /** Hour at the website, in days since 1970-01-01 times 24; 0 for a first hit. */
  readonly slot: number;
  readonly count: number;
  readonly usual: number;
}

/** Returns the alert in one line, without a full stop. */
function headline({ domain }: Pick<Website, 'domain'>, { kind, slot, count, usual }: AlertNews): string {
  const visits = counted(count, 'visit');
  switch (kind) {
    case 'SPIKE':
      return `${domain}: ${visits} on ${hourText(slot)}, usually ${usual}`;
    case 'DROP':
      return `${domain}: only ${visits} on ${hourText(slot)}, usually ${usual}`;
    case 'FIRST_HIT':
      return `${domain}: the first hit has arrived`;
    case 'NO_HITS':
      return `${domain}: no hits since ${hourText(slot)}`;
  }
}

const ADVICE: Record<AlertKind, string> = {
  SPIKE: 'The statistics show which pages these visits viewed and where they came from.',
  DROP: 'If the website works as usual, check that the tracking script is still on all its pages.',
  FIRST_HIT: 'The tracking script works, and everything is counted from now on.',
  NO_HITS: 'Check that the website is up and that the tracking script is still on its pages.',
};

interface AlertContext {
  /** One sentence each, the clearest first; often none. */
  readonly causes: readonly string[];
  readonly baseUrl: string;
}

/** Returns the mail for an alert. */
export function alertMail(website: Website, news: AlertNews, { causes, baseUrl }: AlertContext): MailContent {
  const subject = oneLine(headline(website, news), 200);
  const statistics = `${baseUrl}/${website.domain}`;
  const off = 'You can turn off these alerts in the settings of the website.';
  const advice = ADVICE[news.kind];
  const why = causes.map(cause => `${causeText(cause)}\n\n`).join('');
  return {
    subject,
    text: `${subject}.\n\n${why}${advice}\n\nOpen the statistics: ${statistics}\n\n-- \n${off}\n`,
    html: sheet({
      title: website.domain,
      preview: oneLine(causes[0] ?? advice, 180),
      content: html`${heading(inert(subject, 200))}${causes.map(cause => paragraph(inert(cause, CAUSE_LENGTH)))}${paragraph(advice)}`,
      statistics,
      footer: html`${off}`,
    }).text,
  };
}

/** Returns the JSON body for a webhook. */
export function alertBody(
  website: Website,
  news: AlertNews,
  { at, causes, baseUrl }: AlertContext & { readonly at: number },
): string {
  const { kind, slot, count, usual } = news;
  return JSON.stringify({
    kind,
    website: { id: website.id, domain: website.domain, timezone: website.timezone },
    message: oneLine(headline(website, news), 200),
    noticedAt: new Date(at).toISOString(),
    hour: kind === 'FIRST_HIT' ? null : `${dateOf(Math.floor(slot / 24))}T${String(slot % 24).padStart(2, '0')}`,
    count,
    usual,
    causes: causes.map(cause => oneLine(cause, CAUSE_LENGTH)),
    statistics: `${baseUrl}/${website.domain}`,
  });
}

function hourText(slot: number): string {
  return `${dayText(Math.floor(slot / 24))} at ${String(slot % 24).padStart(2, '0')}:00`;
}
