import { useState } from 'preact/hooks';
import { LANGUAGES } from '../../domain/languages.ts';
import { base } from '../base.ts';
import { language, t } from '../messages.ts';
import { Icon } from './icon.tsx';

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

/** The languages of the page; the choice is kept in a cookie, so that the server can draw the page in it. */
export function LanguageChoice() {
  const choose = (code: string) => {
    keep('footfall_language', code);
    const url = new URL(location.href);
    url.searchParams.delete('lang');
    if (url.href === location.href) location.reload();
    else location.replace(url);
  };
  return (
    <label class="language">
      <span class="hidden">{t('common.language')}</span>
      <select value={language} onChange={event => choose(event.currentTarget.value)}>
        {LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Keeps a choice of the reader for a year, where the server reads it. */
function keep(cookie: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the newer interface.
  document.cookie = `${cookie}=${value}; Path=${base || '/'}; Max-Age=31536000; SameSite=Lax`;
}

const dark = () => matchMedia('(prefers-color-scheme: dark)').matches;

/** Switches between light and dark; the choice is kept in a cookie, so that the server can render with it. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? (dark() ? 'dark' : 'light'));
  const other = theme === 'dark' ? 'light' : 'dark';
  const change = () => {
    document.documentElement.dataset.theme = other;
    keep('footfall_theme', other);
    setTheme(other);
    window.dispatchEvent(new Event('themechange'));
  };
  const name = t(`frame.${other}`);
  return (
    <button type="button" class="quiet" aria-label={name} title={name} onClick={change}>
      <Icon name={other === 'dark' ? 'moon' : 'sun'} />
    </button>
  );
}
