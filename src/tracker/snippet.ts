import type { Props } from './event.ts';

// currentScript is null only while this script runs as a module; the snippet is then found by data-host. An element that
// is no script has no attributes of ours.
const script = (document.currentScript ||
  document.querySelector('script[data-host]') ||
  document.documentElement) as HTMLScriptElement;

/** Returns the text of `data-<name>` (`true` when empty), or an empty string when it is missing or `false`. */
export function choice(name: string): string {
  const { [name]: text = 'false' } = script.dataset;
  return text === 'false' ? '' : text || 'true';
}

/** Returns the properties of pageviews: `data-prop-*` of the snippet, and the page's `<meta name="footfall:*">`. */
export function readPageProps(): Props | undefined {
  let props: Props | undefined;
  for (const { name, value, content } of [
    ...(script.attributes as Iterable<{ name: string; value: string; content?: string }>),
    ...(document.querySelectorAll('meta') as Iterable<{ name: string; value?: string; content: string }>),
  ]) {
    const key = name.split(/^data-prop-|^footfall:/)[1];
    if (key) props = { ...props, [key]: value || content };
  }
  return props;
}

// Without data-host, the collector is on the script's host; only the default script name shows the path before it.
const host = choice('host') || (/^.*(?=\/js\/script\.js)|^\w+:\/\/[^/]+/.exec(script.src) || [''])[0];

/** The collector's URL; doubled slashes, which two settings with a slash each leave, become one. */
export const collector = `${host}/${choice('api') || 'api/event'}`.replace(/([^:])\/\/+/g, '$1/');
