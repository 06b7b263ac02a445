import { useRef, useState } from 'preact/hooks';
import { base, page } from '../base.ts';
import { formatCount, formatShort } from '../format.ts';
import { ask } from '../graphql.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { favouritesFirst, useFavourites } from '../parts/favourites.ts';
import { Frame } from '../parts/frame.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { useShortcut } from '../parts/shortcuts.ts';
import { Pager } from '../parts/table.tsx';
import { Change, Sparkline } from '../parts/trend.tsx';
import { addDays, todayIn } from '../statistics/days.ts';
import { WebsiteListDocument } from './__generated__/operations.ts';
import { inOrder, type Listed, listed, ORDERS, type Order, sumOf } from './figures.ts';
import { UnregisteredHosts } from './unregistered-hosts.tsx';

const PRIVACIES = {
  PUBLIC: ['globe', 'Public'],
  PRIVATE: ['lock', 'Private'],
  PASSWORD: ['key', 'Password'],
} as const;

/** The days that the figures need, with a day to spare on both sides for every time zone. */
const DAYS = 67;
const PER_PAGE = 25;

/** All websites of the account with their figures, read in one request, and the sums of all. */
export function ListPage() {
  const [search, setSearch] = useState('');
  const [number, setNumber] = useState(1);
  const [order, setOrder] = useState<Order>('DOMAIN');
  const { favourites, toggle } = useFavourites();
  const { answer, error, reload } = useAnswer(
    signal => {
      // In every time zone, today and the 65 days before it lie within this range.
      const utc = todayIn('UTC');
      const days = { from: addDays(utc, -DAYS), to: addDays(utc, 1) };
      return ask(WebsiteListDocument, { search: search || null, ...days, isAdmin: page.isAdmin }, signal);
    },
    [search],
  );
  const field = useRef<HTMLInputElement>(null);
  const list = answer?.websites;
  const all = list?.rows.map(website => listed(website, todayIn(website.timezone))) ?? [];
  const sorted = favouritesFirst(inOrder(all, order), favourites);
  const lastPage = Math.max(1, Math.ceil(all.length / PER_PAGE));
  const hasMany = (list?.total ?? 0) > 8 || search !== '';
  useShortcut('/', 'Search websites', hasMany ? () => field.current?.focus() : null);
  return (
    <Frame here="websites">
      <div class="head">
        <h1>Websites</h1>
        {hasMany && (
          <input
            ref={field}
            type="search"
            class="search"
            placeholder="Search"
            aria-label="Search websites"
            value={search}
            onInput={event => {
              setSearch(event.currentTarget.value);
              setNumber(1);
            }}
          />
        )}
        {all.length > 1 && (
          <label class="sort">
            Sort by
            <select value={order} onInput={event => setOrder(event.currentTarget.value as Order)}>
              {ORDERS.map(([key, label]) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        <a class="button" href={`${base}/websites/new`}>
          <Icon name="plus" /> Add a website
        </a>
      </div>
      {error ? <Fault error={error} retry={reload} /> : null}
      {list && list.rows.length === 0 && <Nothing search={search} />}
      {list && list.rows.length > 0 && (
        <>
          <p class="hint list-hint">
            {formatCount(list.total)} {list.total === 1 ? 'website' : 'websites'}: {formatCount(sumOf(all, 'visitors'))}{' '}
            visitors and {formatCount(sumOf(all, 'pageviews'))} pageviews in the last 30 days,{' '}
            {formatCount(sumOf(all, 'today'))} visitors today.
            {list.total > all.length && ` These are the first ${formatCount(all.length)}; search for the others.`}
          </p>
          <ul class="websites">
            {sorted.slice((number - 1) * PER_PAGE, number * PER_PAGE).map(one => (
              <Entry key={one.id} {...one} isFavourite={favourites.has(one.id)} onToggle={() => toggle(one.id)} />
            ))}
          </ul>
        </>
      )}
      {lastPage > 1 && (
        <Pager
          what="websites"
          page={number}
          lastPage={lastPage}
          perPage={PER_PAGE}
          total={all.length}
          onTurn={setNumber}
        />
      )}
      {answer?.unregisteredHosts && answer.unregisteredHosts.length > 0 && (
        <UnregisteredHosts hosts={answer.unregisteredHosts} onChange={reload} />
      )}
    </Frame>
  );
}

function Entry(props: Listed & { readonly isFavourite: boolean; readonly onToggle: () => void }) {
  const { website, visitors, pageviews, today, change, isNoise, days, isFavourite, onToggle } = props;
  const { id, domain, privacy, firstDay } = website;
  const [icon, text] = PRIVACIES[privacy];
  return (
    <li class="website">
      <div class="website-name">
        <a href={`${base}/${domain}`}>{domain}</a>
        <span class="hint">
          <IconButton
            icon="star"
            class={isFavourite ? 'quiet favourite' : 'quiet'}
            name={`Favourite: ${domain}`}
            isPressed={isFavourite}
            onClick={onToggle}
          />
          <Icon name={icon} /> {text}
        </span>
      </div>
      {firstDay === null ? (
        <p class="website-waiting">
          <span class="dot" /> Waiting for the first hit. <a href={`${base}/${domain}`}>Add the snippet</a>
        </p>
      ) : (
        <>
          <Sparkline values={days} />
          <p class="website-figure">
            <strong>{formatShort(visitors)}</strong> {visitors === 1 ? 'visitor' : 'visitors'}
            <span class="website-change">
              <Change change={change} isNoise={isNoise} />
            </span>
          </p>
          <p class="website-figure">
            <strong>{formatShort(pageviews)}</strong> {pageviews === 1 ? 'pageview' : 'pageviews'}
            <span class="website-change">
              <strong>{formatShort(today)}</strong> {today === 1 ? 'visitor' : 'visitors'} today
            </span>
          </p>
        </>
      )}
      <a class="quiet text" href={`${base}/websites/${id}/settings`} aria-label={`Settings for ${domain}`}>
        Settings
      </a>
    </li>
  );
}

function Nothing({ search }: { readonly search: string }) {
  if (search !== '') return <p class="nothing">No domain contains “{search}”.</p>;
  return (
    <div class="empty">
      <h2>No websites yet</h2>
      <p>Add a website, put its snippet on its pages, and see its visits here.</p>
      <a class="button" href={`${base}/websites/new`}>
        Add a website
      </a>
    </div>
  );
}
