/** The data attributes that the server put on the element the app is rendered into; every value can be empty. */
const given: DOMStringMap = document.getElementById('app')?.dataset ?? {};

/** The base path of the service, without a trailing slash; empty at the root of its host. */
export const base = given.base ?? '';

/** The facts about the page and its reader that the server provides. */
export const page = {
  /** The domain of a statistics page; empty on other pages. */
  domain: given.domain ?? '',
  timezone: given.timezone ?? 'UTC',
  /** The id of the website for its owner; empty for everyone else. */
  website: given.website ?? '',
  /** True for the owner of the website. */
  isOwner: (given.website ?? '') !== '',
  /** Who may see the website of the page, for its owner; empty for everyone else. */
  privacy: given.privacy ?? '',
  /** True if other sites may embed the page, for its owner. */
  isEmbeddable: given.embeddable === 'yes',
  /** True if the page is shown inside another one, without what leads elsewhere. */
  isEmbed: given.embed === 'yes',
  /** The reader's e-mail address; empty when signing in gives the reader no extra rights on this page. */
  email: given.email ?? '',
  isAdmin: given.admin === 'yes',
  isSignedIn: given.signedIn === 'yes' || (given.email ?? '') !== '',
  /** The paths of tracker and collector below the base; they can be changed, so that blocklists do not match them. */
  tracker: given.tracker || '/js/script.js',
  collector: given.collector || '/api/event',
  /** The largest size of all files of an import, in MB. */
  importMaxMb: Number(given.importMaxMb ?? 0),
  /** The public URL of the service, such as `https://stats.example.com/base`. */
  publicUrl: `${location.origin}${base}`,
};

/** Returns the URL of the sign-in page that leads back to the current page. */
export function signInUrl(): string {
  const here = location.pathname.slice(base.length) + location.search;
  return `${base}/login?next=${encodeURIComponent(here)}`;
}
