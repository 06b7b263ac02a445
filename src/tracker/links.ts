import { choice } from './snippet.ts';

const COMMON_FILES = 'pdf|docx?|xlsx?|pptx?|od[tsp]|csv|txt|epub|zip|rar|7z|gz|exe|msi|dmg|apk|deb|rpm|mp[34]';

const outbound = choice('outbound');
const downloads = choice('downloads');
const files = RegExp(`\\.(${downloads === 'true' ? COMMON_FILES : downloads.replace(/\W+/g, '|')})$`, 'i');

/** Returns the name of a click's event, or an empty string for no event. Throws for a file name that is not UTF-8. */
export function nameClick(click: MouseEvent): string {
  // The composed path includes shadow roots, while `target` stops at their host.
  const link = click.composedPath().find(node => /^a(rea)?$/i.test((node as Element).tagName)) as
    | HTMLAnchorElement
    | undefined;
  // The secondary button opens a menu and follows no link.
  if (!link || click.button > 1 || !/^http/.test(link.protocol)) return '';
  const file = link.pathname.replace(/.*\//, '');
  if (downloads && (link.hasAttribute('download') || files.test(file))) {
    return `Download: ${link.download || decodeURIComponent(file)}`;
  }
  const [here, there] = [location, link].map(place => place.hostname.replace(/^www\./, ''));
  return outbound && here !== there ? `Outbound link: ${there}` : '';
}
