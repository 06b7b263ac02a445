import type { ComponentChildren } from 'preact';
import { base, page } from '../base.ts';
import { t } from '../messages.ts';
import { Brand, LanguageChoice, ThemeSwitch } from './frame-parts.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';

/** Header and footer around the pages of an account. */
export function Frame(props: { readonly here: 'websites' | 'account'; readonly children: ComponentChildren }) {
  const { here, children } = props;
  return (
    <>
      <header class="top narrow">
        <Brand />
        <nav aria-label={t('frame.pages')}>
          <a class="quiet text" href={`${base}/websites`} aria-current={here === 'websites' ? 'page' : undefined}>
            {t('common.websites')}
          </a>
          <a class="quiet text" href={`${base}/account`} aria-current={here === 'account' ? 'page' : undefined}>
            {t('common.account')}
          </a>
          <form method="post" action={`${base}/logout`}>
            <button type="submit" class="quiet text" title={page.email}>
              {t('common.signOut')}
            </button>
          </form>
          <ThemeSwitch />
        </nav>
      </header>
      <main class="manage" id="main" tabIndex={-1}>
        {children}
      </main>
      <footer class="foot">
        <p>
          <a href={`${base}/docs`} hreflang="en">
            {t('frame.rest')}
          </a>
          <a href={`${base}/graphql`}>GraphiQL</a>
          <a href="https://db-ip.com" rel="noreferrer">
            {t('frame.geolocation')}
          </a>
          <ShortcutHelp />
          <LanguageChoice />
        </p>
      </footer>
    </>
  );
}
