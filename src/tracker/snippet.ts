// currentScript is null only while this script runs as a module; the snippet is then found by data-host.
const script = (document.currentScript || document.querySelector('script[data-host]')) as HTMLScriptElement | null;
const attributes: DOMStringMap = script ? script.dataset : {};

/** Returns the text of `data-<name>` (`true` when empty), or an empty string when it is missing or `false`. */
export function choice(name: string): string {
  const text = attributes[name];
  return text === undefined || text === 'false' ? '' : text || 'true';
}

// Without data-host, the collector is on the script's host; only the default script name shows the path before it.
const source = /^.*(?=\/js\/script\.js)|^\w+:\/\/[^/]+/.exec(script ? script.src : '');
const host = choice('host') || (source ? source[0] : '');

/** The collector's URL; doubled slashes, which two settings with a slash each leave, become one. */
export const collector = `${host}/${choice('api') || 'api/event'}`.replace(/([^:])\/\/+/g, '$1/');
