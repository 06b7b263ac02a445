import { foldHost } from './hostname.ts';

/**
 * The host a visit came from, without `www.`; uncut. Empty for none, for the website's own host (`domain` as registered), and for
 * anything but http(s) and the addresses of apps, whose package or id is given as sent.
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
      // Case matters in the names of packages: com.Slack is not com.slack.
      return url.hostname;
    default:
      return '';
  }
}
