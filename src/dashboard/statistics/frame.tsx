import { useState } from 'preact/hooks';
import { base, page, signInUrl } from '../base.ts';
import { formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { useAnswer } from '../parts/answer.tsx';
import { Brand, ThemeSwitch } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { Popover } from '../parts/overlays.tsx';
import { ShortcutHelp } from '../parts/shortcut-help.tsx';
import { OwnWebsitesDocument } from './__generated__/operations.ts';
import { useView } from './view.ts';

/** The bar at the top, with links to other websites, the settings and the account. */
export function Header() {
  return (
    <header class="top">
      <Brand />
      {page.isOwner && <Switcher />}
      <nav aria-label="Account">
        {page.isOwner && (
          <a href={`${base}/websites/${page.website}/settings`} class="quiet text">
            Settings
          </a>
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

/** The menu of the account's websites, read when the reader first points at it. */
function Switcher() {
  const [isNear, setNear] = useState(false);
  const { answer } = useAnswer(signal => (isNear ? ask(OwnWebsitesDocument, {}, signal) : null), [isNear]);
  return (
    <div onPointerEnter={() => setNear(true)} onFocusCapture={() => setNear(true)}>
      <Popover
        name="Other websites"
        label={
          <>
            Websites
            <Icon name="open" />
          </>
        }
      >
        {() => (
          <ul class="choices" aria-label="Websites">
            {answer?.websites.rows.map(({ id, domain }) => (
              <li key={id}>
                <a href={`${base}/${domain}`} aria-current={domain === page.domain ? 'page' : undefined}>
                  {domain}
                </a>
              </li>
            ))}
            <li class="apart">
              <a href={`${base}/websites`}>All websites</a>
            </li>
            <li>
              <a href={`${base}/websites/new`}>Add a website</a>
            </li>
          </ul>
        )}
      </Popover>
    </div>
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
        <a href={`${base}/docs`}>REST reference</a>
        <a href={`${base}/docs/privacy`}>Privacy</a>
        <button type="button" class="quiet text" onClick={() => print()}>
          <Icon name="print" /> Print
        </button>
        <ShortcutHelp />
      </p>
    </footer>
  );
}
