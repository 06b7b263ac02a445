import { dateOf } from '../domain/calendar.ts';
import type { Digest, DigestRow } from './digest.ts';
import { reportHtml } from './mail-html.ts';
import { reportText } from './mail-text.ts';
import type { Links } from './sections.ts';
import { change, counted, number, oneLine, whenText } from './words.ts';

/** A mail as readers see it; the subject, a single line, is the only header with untrusted text. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Returns the report as a mail. `baseUrl` is the public URL of this instance, `token` unsubscribes the recipient. */
export function reportMail(digest: Digest, baseUrl: string, token: string): MailContent {
  const { website, period } = digest;
  const links: Links = {
    statistics: `${baseUrl}/${website.domain}?from=${dateOf(period.from)}&to=${dateOf(period.to)}`,
    unsubscribe: `${baseUrl}/unsubscribe/${token}`,
  };
  return {
    subject: subject(digest),
    text: reportText(digest, links),
    html: reportHtml(digest, links, preview(digest)).text,
  };
}

/** `example.com: 1,204 visitors from 9 to 15 March, up 18%; 310 visits from news.ycombinator.com`. */
function subject(digest: Digest): string {
  const {
    website,
    period,
    figures: { visitors },
  } = digest;
  const news = surprise(digest);
  const { words } = change(visitors.now, visitors.before);
  const moved = words === '' || (visitors.now === 0 && visitors.before === 0) ? '' : `, ${words}`;
  const sent = news ? `; ${counted(news.count, 'visit')} from ${news.label}` : '';
  return oneLine(`${website.domain}: ${counted(visitors.now, 'visitor')} ${whenText(period)}${moved}${sent}`, 200);
}

/** Returns the text that mail lists show after the subject. */
function preview({ lists, figures: { pageviews } }: Digest): string {
  const first = (name: string) => lists.find(list => list.name === name)?.rows[0];
  const [top, event] = [first('page'), first('event')];
  return oneLine(
    [
      `${number(pageviews.now)} pageviews.`,
      top ? `Top page: ${oneLine(top.label, 60)}.` : '',
      event ? `${oneLine(event.label, 40)}: ${number(event.count)}.` : '',
    ].join(' '),
    180,
  );
}

/** Returns the first referrer with surprisingly many visits. */
function surprise({ lists, figures: { visits } }: Digest): DigestRow | undefined {
  const referrers = lists.find(({ name }) => name === 'referrer')?.rows ?? [];
  return referrers.find(
    ({ label, count, before }) =>
      label !== 'Direct' &&
      before !== null &&
      count >= 20 &&
      count >= 2 * before &&
      count - before >= 0.15 * visits.now,
  );
}
