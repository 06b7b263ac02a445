import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { base, page } from '../base.ts';
import { Icon } from './icon.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';

/** Header and footer around the pages of an account. */
export function Frame(props: { readonly here: 'websites' | 'account'; readonly children: ComponentChildren }) {
  const { here, children } = props;
  return (
    <>
      <header class="top">
        <Brand />
        <nav aria-label="Pages">
          <a class="quiet text" href={`${base}/websites`} aria-current={here === 'websites' ? 'page' : undefined}>
            Websites
          </a>
          <a class="quiet text" href={`${base}/account`} aria-current={here === 'account' ? 'page' : undefined}>
            Account
          </a>
          <form method="post" action={`${base}/logout`}>
            <button type="submit" class="quiet text" title={page.email}>
              Sign out
            </button>
          </form>
          <ThemeSwitch />
        </nav>
      </header>
      <main class="manage">{children}</main>
      <footer class="foot">
        <p>
          <a href={`${base}/docs`}>REST reference</a>
          <a href={`${base}/graphql`}>GraphiQL</a>
          <a href="https://db-ip.com" rel="noreferrer">
            IP Geolocation by DB-IP
          </a>
          <ShortcutHelp />
        </p>
      </footer>
    </>
  );
}

/** The logo, a link to the start page. */
export function Brand() {
  return (
    <a class="brand" href={`${base}/`}>
      <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5 21V11M12 21V3M19 21v-6" />
      </svg>
      Footfall
    </a>
  );
}

const dark = () => matchMedia('(prefers-color-scheme: dark)').matches;

/** Switches between light and dark; the choice is kept in a cookie, so that the server can render with it. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? (dark() ? 'dark' : 'light'));
  const other = theme === 'dark' ? 'light' : 'dark';
  const change = () => {
    document.documentElement.dataset.theme = other;
    // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the newer interface.
    document.cookie = `footfall_theme=${other}; Path=${base || '/'}; Max-Age=31536000; SameSite=Lax`;
    setTheme(other);
    window.dispatchEvent(new Event('themechange'));
  };
  return (
    <button
      type="button"
      class="quiet"
      aria-label={`Use ${other} colours`}
      title={`Use ${other} colours`}
      onClick={change}
    >
      <Icon name={other === 'dark' ? 'moon' : 'sun'} />
    </button>
  );
}
