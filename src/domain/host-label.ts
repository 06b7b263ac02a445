/// <reference path="./punycode.d.ts" />
import { decode } from 'punycode/punycode.es6.js';
import { UNREADABLE } from './page-label.ts';

/** Returns a host as its owner writes it, such as `bücher.example`; one that is not valid stays encoded. */
export function hostLabel(host: string): string {
  if (!/(?:^|\.)xn--/.test(host)) return host;
  try {
    const label = host.replace(/(?<![^.])xn--([^.]*)/g, (_, encoded) => decode(encoded));
    return !UNREADABLE.test(label) && new URL(`http://${label}`).hostname === host ? label : host;
  } catch {
    return host;
  }
}

/** Returns the label with the host itself where they differ: letters of other scripts can look like a trusted name. */
export function hostTitle(host: string): string {
  const label = hostLabel(host);
  return label === host ? host : `${label} (${host})`;
}

/** Returns the host itself where its label differs, as a hint beside the label; otherwise undefined. */
export const hostHint = (host: string): string | undefined => (hostLabel(host) === host ? undefined : host);
