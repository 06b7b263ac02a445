import { base, page, signInUrl } from '../base.ts';
import { formatInstant } from '../format.ts';
import { t } from '../messages.ts';
import { Brand, LanguageChoice, ThemeSwitch } from '../parts/frame-parts.tsx';
import { Icon } from '../parts/icon.tsx';
import { printWhole } from '../parts/nearness.ts';
import { ShortcutHelp } from '../parts/shortcut-help.tsx';
import { useView } from './view.ts';

/** The bar at the top, with links to the websites, the settings and the account. */
export function Header() {
  return (
    <header class="top">
      <Brand />
      <nav aria-label={t('common.account')}>
        {page.isOwner && (
          <>
            <a href={`${base}/websites`} class="quiet text">
              {t('common.websites')}
            </a>
            <a href={`${base}/websites/${page.website}/settings`} class="quiet text">
              {t('common.settings')}
            </a>
          </>
        )}
        {page.isSignedIn ? (
          <a href={`${base}/account`} class="quiet text">
            {t('common.account')}
          </a>
        ) : (
          <a href={signInUrl()} class="quiet text">
            {t('common.signIn')}
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
          {t(summary.basis === 'HITS' ? 'foot.updatedFromVisits' : 'foot.updated', {
            time: formatInstant(summary.freshAt, page.timezone),
            timezone: page.timezone.replaceAll('_', ' '),
          })}
        </p>
      )}
      <p>
        <a href="https://db-ip.com" rel="noreferrer">
          {t('frame.geolocation')}
        </a>
      </p>
      {!page.isEmbed && <Links />}
    </footer>
  );
}

function Links() {
  return (
    <p>
      <a href={`${base}/docs`} hreflang="en">
        {t('frame.rest')}
      </a>
      <a href={`${base}/docs/privacy`} hreflang="en">
        {t('foot.privacy')}
      </a>
      <button type="button" class="quiet text" onClick={printWhole}>
        <Icon name="print" /> {t('foot.print')}
      </button>
      <ShortcutHelp />
      <LanguageChoice />
    </p>
  );
}
