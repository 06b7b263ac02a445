import { choice } from './snippet.ts';

let isIgnored: boolean | undefined;
try {
  isIgnored = localStorage['footfall-ignore'] === 'true';
} catch {
  // Storage is blocked, as in a sandboxed frame, so the mark cannot have been set.
}

const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & { globalPrivacyControl?: boolean };

/** Truthy if nothing may be sent: no web page, a program that drives the browser, an objecting visitor, or the owner. */
export const isSilent =
  !/^http/.test(location.protocol) ||
  webdriver ||
  (choice('dnt') && (doNotTrack === '1' || globalPrivacyControl)) ||
  isIgnored;
