import { useState } from 'preact/hooks';
import { base } from '../base.ts';
import { Icon } from './icon.tsx';

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
