import { foldHost } from './hostname.ts';

/**
 * Returns the host that a visit came from, without `www.` and not truncated; for the address of an app, its package or
 * id as sent. Returns an empty text without a referrer, for the website's own host (`domain` as registered), and for
 * other schemes.
 */
export function referrerHost(referrer: string, domain: string): string {
  if (referrer === '') return '';
  const url = URL.parse(referrer);
  if (url === null) return '';
  switch (url.protocol) {
    case 'https:':
    case 'http:': {
      const host = foldHost(url.hostname);
      return host === domain ? '' : host;
    }
    case 'android-app:':
    case 'ios-app:':
      // Package names are case-sensitive: com.Slack is not com.slack.
      return url.hostname;
    default:
      return '';
  }
}
