import { choice } from './snippet.ts';

const COMMON_FILES = 'pdf|(doc|xls|ppt)x?|od[tsp]|csv|txt|epub|zip|rar|7z|gz|exe|msi|dmg|apk|deb|rpm|mp[34]';

const downloads = choice('downloads');
const files = RegExp(`\\.(${downloads === 'true' ? COMMON_FILES : downloads.replace(/\W+/g, '|')})$`, 'i');

/** Returns a click's event, or nothing, also for a file name that is not UTF-8. */
export function readClick(click: MouseEvent): unknown {
  try {
    // The composed path includes shadow roots, while `target` stops at their host.
    const link = click.composedPath().find(node => /^a(rea)?$/i.test((node as Element).tagName)) as
      | HTMLAnchorElement
      | undefined;
    // The secondary button opens a menu and follows no link.
    if (!link || click.button > 1 || !/^http/.test(link.origin)) return undefined;
    const file = link.pathname.replace(/.*\//, '');
    const props = { url: link.origin + link.pathname };
    if (downloads && (link.hasAttribute('download') || files.test(file))) {
      return { name: `Download: ${link.download || decodeURIComponent(file)}`, props };
    }
    const [here, there] = [location, link].map(place => place.hostname.replace(/^www\./, ''));
    return choice('outbound') && here !== there && { name: `Outbound link: ${there}`, props };
  } catch {
    // Nothing is counted.
  }
  return undefined;
}
