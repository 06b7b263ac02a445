// currentScript is empty only while this very script runs as a module; the snippet then gives itself away by data-host.
const script = (document.currentScript || document.querySelector('script[data-host]')) as HTMLScriptElement | null;
const attributes: DOMStringMap = script ? script.dataset : {};

/** What `data-<name>` says: its text (`true` when it has none), or an empty string when it is missing or `false`. */
export function choice(name: string): string {
  const text = attributes[name];
  return text === undefined || text === 'false' ? '' : text || 'true';
}

// Without data-host the collector is where the script came from; a renamed script says nothing about a path before it.
const source = /^.*(?=\/js\/script\.js)|^\w+:\/\/[^/]+/.exec(script ? script.src : '');
const host = choice('host') || (source ? source[0] : '');

/** The collector's URL; each doubled slash, as two settings that both carry one leave it, is made one. */
export const collector = `${host}/${choice('api') || 'api/event'}`.replace(/([^:])\/\/+/g, '$1/');

function isIgnored(): boolean {
  try {
    return localStorage['footfall-ignore'] === 'true';
  } catch {
    return false; // Storage is blocked, as in a sandboxed frame: nobody can have set the mark.
  }
}

const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };

/** Whether nothing may leave this page: it is no web page, its visitor objects, or the owner keeps out of the numbers. */
export const isSilent =
  !/^http/.test(location.protocol) || (choice('dnt') && (doNotTrack === '1' || globalPrivacyControl)) || isIgnored();
