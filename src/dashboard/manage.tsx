import './styles/all.css';
import { render } from 'preact';
import { AccountPage } from './account/page.tsx';
import { base } from './base.ts';
import { ForgetPage } from './forget/page.tsx';
import { ImportsPage } from './imports/page.tsx';
import { loadMessages } from './messages.ts';
import { keepFocus } from './parts/focus.ts';
import { ListPage } from './websites/list-page.tsx';
import { NewPage } from './websites/new-page.tsx';
import { SettingsPage } from './websites/settings-page.tsx';

/** Returns the page for a path; the server serves the app at no other paths. */
function pageAt(path: string) {
  const settings = /^\/websites\/(\d+)\/settings$/.exec(path)?.[1];
  if (settings !== undefined) return <SettingsPage id={settings} />;
  const imports = /^\/websites\/(\d+)\/imports$/.exec(path)?.[1];
  if (imports !== undefined) return <ImportsPage id={imports} />;
  const forget = /^\/websites\/(\d+)\/forget$/.exec(path)?.[1];
  if (forget !== undefined) return <ForgetPage id={forget} />;
  if (path === '/websites/new') return <NewPage />;
  return path === '/account' ? <AccountPage /> : <ListPage />;
}

const root = document.getElementById('app');
if (root) {
  await loadMessages();
  root.replaceChildren();
  keepFocus();
  const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : location.pathname;
  render(pageAt(path.replace(/\/$/, '')), root);
}
