import { base, page, signInUrl } from '../base.ts';
import { formatInstant } from '../format.ts';
import { Brand, ThemeSwitch } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { ShortcutHelp } from '../parts/shortcut-help.tsx';
import { useView } from './view.ts';

/** The bar at the top, with links to the websites, the settings and the account. */
export function Header() {
  return (
    <header class="top">
      <Brand />
      <nav aria-label="Account">
        {page.isOwner && (
          <>
            <a href={`${base}/websites`} class="quiet text">
              Websites
            </a>
            <a href={`${base}/websites/${page.website}/settings`} class="quiet text">
              Settings
            </a>
          </>
        )}
        {page.isSignedIn ? (
          <a href={`${base}/account`} class="quiet text">
            Account
          </a>
        ) : (
          <a href={signInUrl()} class="quiet text">
            Sign in
          </a>
        )}
        <ThemeSwitch />
      </nav>
    </header>
  );
}

/** How fresh the numbers are and in which time zone, and further links. */
export function Foot() {
  const overview = useView().shown?.overview;
  const summary = overview?.firstDay ? overview.summary : null;
  return (
    <footer class="foot">
      {summary && (
        <p>
          Updated {formatInstant(summary.freshAt)}
          {summary.basis === 'HITS' && ', from individual visits, as far back as they are kept'}. Days start and end at
          midnight in {page.timezone.replaceAll('_', ' ')}.
        </p>
      )}
      <p>
        <a href="https://db-ip.com" rel="noreferrer">
          IP Geolocation by DB-IP
        </a>
      </p>
      {!page.isEmbed && <Links />}
    </footer>
  );
}

function Links() {
  return (
    <p>
      <a href={`${base}/docs`}>REST reference</a>
      <a href={`${base}/docs/privacy`}>Privacy</a>
      <button type="button" class="quiet text" onClick={() => print()}>
        <Icon name="print" /> Print
      </button>
      <ShortcutHelp />
    </p>
  );
}
