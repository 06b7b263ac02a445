import type { ComponentChildren } from 'preact';
import { base, page } from '../base.ts';
import { Brand } from './brand.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Header and footer around the pages of an account. */
export function Frame({
  here,
  children,
}: {
  readonly here: 'websites' | 'account';
  readonly children: ComponentChildren;
}) {
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
        </p>
      </footer>
    </>
  );
}
