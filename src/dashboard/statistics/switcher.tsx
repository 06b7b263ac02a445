import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hostHint, hostLabel, hostTitle } from '../../domain/host-label.ts';
import { base, page } from '../base.ts';
import { compareNames } from '../format.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { favouritesFirst, useFavourites } from '../parts/favourites.ts';
import { Icon, IconButton } from '../parts/icon.tsx';
import { Popover } from '../parts/overlays.tsx';
import { OwnWebsitesDocument, type OwnWebsitesQuery } from './__generated__/operations.ts';
import { parametersNow } from './url-state.ts';

type Website = OwnWebsitesQuery['websites']['rows'][number];

/** The parameters that another website is opened with as well. */
const KEPT = ['period', 'from', 'to', 'compare', 'interval'];

/** Preact's types allow the role only with a datalist. */
const COMBOBOX: object = { role: 'combobox', 'aria-expanded': true, 'aria-controls': 'websites' };

/** The title of the page; for its owner, a menu of all websites. */
export function Title() {
  return page.isOwner ? <Switcher /> : <h1 title={hostHint(page.domain)}>{hostLabel(page.domain)}</h1>;
}

/** The menu, whose websites are read when the reader first points at it. */
function Switcher() {
  const [isNear, setNear] = useState(false);
  const { favourites, toggle } = useFavourites();
  const { answer, error, reload } = useAnswer(
    signal => (isNear ? ask(OwnWebsitesDocument, {}, signal) : null),
    [isNear],
  );
  const isFavourite = favourites.has(page.website);
  return (
    <div
      class="title"
      title={hostHint(page.domain)}
      onPointerEnter={() => setNear(true)}
      onFocusCapture={() => setNear(true)}
    >
      <Popover
        isTitle
        name={t('switcher.name', { domain: hostLabel(page.domain) })}
        shortcut={['/', t('switcher.switch')]}
        label={
          <>
            {hostLabel(page.domain)}
            <Icon name="open" />
          </>
        }
      >
        {() => (
          <Websites websites={favouritesFirst(inNames(answer?.websites.rows ?? []), favourites)} {...{ favourites }}>
            {error !== null && !answer && <Fault error={error} retry={reload} />}
          </Websites>
        )}
      </Popover>
      <IconButton
        icon="star"
        class={isFavourite ? 'quiet favourite' : 'quiet'}
        name={t('switcher.favourite')}
        isPressed={isFavourite}
        onClick={() => toggle(page.website)}
      />
    </div>
  );
}

const inNames = (websites: readonly Website[]) =>
  websites.toSorted((one, other) => compareNames(hostLabel(one.domain), hostLabel(other.domain)));

/** A search whose list follows the ARIA pattern for a combobox: the focus stays in the field, the arrows choose. */
function Websites({
  websites,
  favourites,
  children,
}: {
  readonly websites: readonly Website[];
  readonly favourites: ReadonlySet<string>;
  readonly children: ComponentChildren;
}) {
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const found = websites.filter(({ domain }) => hostTitle(domain).includes(search.trim().toLowerCase()));
  const chosen = found[Math.min(at, found.length - 1)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the choice.
  useEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [chosen]);
  const query = new URLSearchParams(parametersNow(KEPT));
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.click();
    else return;
    event.preventDefault();
  };
  return (
    <div class="switcher">
      <input
        ref={field}
        type="search"
        aria-label={t('switcher.search')}
        {...COMBOBOX}
        aria-activedescendant={chosen && `website-${chosen.id}`}
        placeholder={t('common.search')}
        value={search}
        onInput={event => {
          setSearch(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={move}
      />
      <div class="choices" role="listbox" tabIndex={-1} id="websites" aria-label={t('common.websites')} ref={list}>
        {found.map(website => (
          <a
            key={website.id}
            id={`website-${website.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={website === chosen}
            href={`${base}/${website.domain}${query.size > 0 ? `?${query}` : ''}`}
          >
            <span class="cut" title={hostTitle(website.domain)}>
              {hostLabel(website.domain)}
            </span>
            {favourites.has(website.id) && <Icon name="star" />}
          </a>
        ))}
      </div>
      {children}
      {websites.length > 0 && found.length === 0 && (
        <p class="nothing">{t('switcher.none', { search: search.trim() })}</p>
      )}
      <ul class="choices">
        <li class="apart">
          <a href={`${base}/websites`}>{t('switcher.all')}</a>
        </li>
        <li>
          <a href={`${base}/websites/new`}>{t('switcher.add')}</a>
        </li>
      </ul>
    </div>
  );
}
