/** What the server said of the page in the element that the app is rendered into; every text may be empty. */
const given: DOMStringMap = document.getElementById('app')?.dataset ?? {};

/** Where the service lies, without a slash behind: empty at the root of its host. */
export const base = given.base ?? '';

/** What the page is about and who reads it. */
export const page = {
  /** Of a statistics page; empty on others. */
  domain: given.domain ?? '',
  timezone: given.timezone ?? 'UTC',
  /** The number of the website when it is the reader's own; empty for everybody else. */
  website: given.website ?? '',
  /** Whom the reader signed in as; empty when that gives no more rights here than anybody has. */
  email: given.email ?? '',
  isAdmin: given.admin === 'yes',
  isSignedIn: given.signedIn === 'yes' || (given.email ?? '') !== '',
  /** What the tracker and the collector are called here: paths below the base, so that no list of names blocks them. */
  tracker: given.tracker || '/js/script.js',
  collector: given.collector || '/api/event',
  /** Where the world reaches the service, such as `https://stats.example.com/base`. */
  publicUrl: `${location.origin}${base}`,
};

/** Where to sign in and come back to what is shown now. */
export function signInAddress(): string {
  const here = location.pathname.slice(base.length) + location.search;
  return `${base}/login?next=${encodeURIComponent(here)}`;
}
