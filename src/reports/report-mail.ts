import { dateOf } from '../domain/calendar.ts';
import { hostLabel } from '../domain/host-label.ts';
import { change } from './changes.ts';
import type { Digest, DigestRow, ListName } from './digest.ts';
import { reportHtml } from './mail-html.ts';
import { reportText } from './mail-text.ts';
import type { Links } from './sections.ts';
import { oneLine, type Words, wordsOf } from './words.ts';

/** A mail as readers see it; the subject, a single line, is the only header with untrusted text. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Returns the report as a mail. `baseUrl` is the public URL of this instance, `token` unsubscribes the recipient. */
export function reportMail(digest: Digest, baseUrl: string, token: string): MailContent {
  const { website, period } = digest;
  const words = wordsOf(website);
  const links: Links = {
    statistics: `${baseUrl}/${website.domain}?from=${dateOf(period.from)}&to=${dateOf(period.to)}`,
    unsubscribe: `${baseUrl}/unsubscribe/${token}`,
  };
  return {
    subject: subjectOf(words, digest),
    text: reportText(words, digest, links),
    html: reportHtml(words, digest, links, preview(words, digest)).text,
  };
}

/** `example.com: 1,204 visitors from 9 to 15 March, up 18%; 310 visits from news.ycombinator.com`. */
function subjectOf(words: Words, digest: Digest): string {
  const { t } = words;
  const {
    website: { domain },
    period,
    figures: { visitors },
  } = digest;
  const { frequency } = period;
  let subject = t('report.subject', {
    domain: hostLabel(domain),
    count: visitors.now,
    frequency,
    period: words.period(period),
  });
  const moved = change(words, visitors.now, visitors.before).words;
  if (moved !== '' && (visitors.now !== 0 || visitors.before !== 0))
    subject = t('report.subjectWithChange', { subject, change: moved });
  const news = surprise(digest);
  if (news) {
    const source = words.label('referrer', news);
    subject = t('report.subjectWithSource', { subject, count: news.count, source });
  }
  return oneLine(subject, 200);
}

/** Returns the text that mail lists show after the subject. */
function preview(words: Words, { lists, figures: { pageviews } }: Digest): string {
  const { t } = words;
  const first = (name: ListName) => lists.find(list => list.name === name)?.rows[0];
  const [top, event] = [first('page'), first('event')];
  const page = top && oneLine(words.label('page', top), 60);
  const sentences = [
    t('report.previewPageviews', { count: pageviews.now }),
    ...(page === undefined ? [] : [t('report.previewPage', { page })]),
    ...(event
      ? [t('report.previewEvent', { event: oneLine(event.label, 40), number: words.number(event.count) })]
      : []),
  ];
  return oneLine(sentences.join(' '), 180);
}

/** Returns the first referrer with surprisingly many visits. */
function surprise({ lists, figures: { visits } }: Digest): DigestRow | undefined {
  const referrers = lists.find(({ name }) => name === 'referrer')?.rows ?? [];
  return referrers.find(
    ({ value, count, before }) =>
      value !== '' && before !== null && count >= 20 && count >= 2 * before && count - before >= 0.15 * visits.now,
  );
}
