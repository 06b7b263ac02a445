import { useRef, useState } from 'preact/hooks';
import { base, page } from '../base.ts';
import { formatShort } from '../format.ts';
import { ask } from '../graphql.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { Frame } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { useShortcut } from '../parts/shortcuts.ts';
import { Pager } from '../parts/table.tsx';
import { Change, Sparkline } from '../parts/trend.tsx';
import { addDays, todayIn } from '../statistics/days.ts';
import { WebsiteListDocument, type WebsiteListQuery } from './__generated__/operations.ts';
import { UnregisteredHosts } from './unregistered-hosts.tsx';

type Website = WebsiteListQuery['websites']['rows'][number];

const PRIVACIES = {
  PUBLIC: ['globe', 'Public'],
  PRIVATE: ['lock', 'Private'],
  PASSWORD: ['key', 'Password'],
} as const;

const DAYS = 30;
const PER_PAGE = 25;

/** All websites of the account with the visitors of the last 30 days, read in one request for the whole page. */
export function ListPage() {
  const [search, setSearch] = useState('');
  const [number, setNumber] = useState(1);
  const { answer, error, reload } = useAnswer(
    signal => {
      // In every time zone, today and the sixty days up to it lie within this range.
      const utc = todayIn('UTC');
      const days = { from: addDays(utc, -2 * DAYS), to: addDays(utc, 1) };
      const paging = { page: number, perPage: PER_PAGE };
      return ask(WebsiteListDocument, { search: search || null, ...paging, ...days, isAdmin: page.isAdmin }, signal);
    },
    [search, number],
  );
  const field = useRef<HTMLInputElement>(null);
  const list = answer?.websites;
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
        <a class="button" href={`${base}/websites/new`}>
          <Icon name="plus" /> Add a website
        </a>
      </div>
      {error ? <Fault error={error} retry={reload} /> : null}
      {list && list.rows.length === 0 && <Nothing search={search} />}
      {list && list.rows.length > 0 && (
        <>
          <p class="hint list-hint">Visitors and pageviews of the last 30 days.</p>
          <ul class="websites">
            {list.rows.map(website => (
              <Entry key={website.id} website={website} />
            ))}
          </ul>
        </>
      )}
      {list && list.lastPage > 1 && (
        <Pager
          what="websites"
          page={number}
          lastPage={list.lastPage}
          perPage={PER_PAGE}
          total={list.total}
          onTurn={setNumber}
        />
      )}
      {answer?.unregisteredHosts && answer.unregisteredHosts.length > 0 && (
        <UnregisteredHosts hosts={answer.unregisteredHosts} onChange={reload} />
      )}
    </Frame>
  );
}

function Entry({ website }: { readonly website: Website }) {
  const { id, domain, privacy, firstDay, timezone, timeseries } = website;
  const [icon, text] = PRIVACIES[privacy];
  const { days, before } = lastDays(timeseries.points, todayIn(timezone));
  const [visitors, pageviews] = [sumOf(days, 'visitors'), sumOf(days, 'pageviews')];
  const usual = sumOf(before, 'visitors');
  return (
    <li class="website">
      <div class="website-name">
        <a href={`${base}/${domain}`}>{domain}</a>
        <span class="hint">
          <Icon name={icon} /> {text}
        </span>
      </div>
      {firstDay === null ? (
        <p class="website-waiting">
          <span class="dot" /> Waiting for the first hit. <a href={`${base}/${domain}`}>Add the snippet</a>
        </p>
      ) : (
        <>
          <Sparkline values={days.slice(0, -1).map(point => point.visitors)} />
          <p class="website-figure">
            <strong>{formatShort(visitors)}</strong> {visitors === 1 ? 'visitor' : 'visitors'}
            <span class="website-change">
              <Change change={usual === 0 ? null : visitors / usual - 1} />
            </span>
          </p>
          <p class="website-figure">
            <strong>{formatShort(pageviews)}</strong> {pageviews === 1 ? 'pageview' : 'pageviews'}
          </p>
        </>
      )}
      <a class="quiet text" href={`${base}/websites/${id}/settings`} aria-label={`Settings for ${domain}`}>
        Settings
      </a>
    </li>
  );
}

type Point = Website['timeseries']['points'][number];

/** Returns the last `DAYS` days of the website, today included, and as many days before them. */
function lastDays(points: readonly Point[], today: string): { days: readonly Point[]; before: readonly Point[] } {
  const end = points.findIndex(({ start }) => start === today) + 1;
  return { days: points.slice(end - DAYS, end), before: points.slice(end - 2 * DAYS, end - DAYS) };
}

function sumOf(points: readonly Point[], name: 'visitors' | 'pageviews'): number {
  return points.reduce((sum, point) => sum + point[name], 0);
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
