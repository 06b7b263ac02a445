import { useRef, useState } from 'preact/hooks';
import { hostTitle } from '../../domain/host-label.ts';
import { base, page } from '../base.ts';
import { formatCount } from '../format.ts';
import { ask } from '../graphql.ts';
import { rich, t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { favouritesFirst, useFavourites } from '../parts/favourites.ts';
import { Frame } from '../parts/frame.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { useShortcut } from '../parts/shortcuts.ts';
import { Pager } from '../parts/table.tsx';
import { Change } from '../parts/trend.tsx';
import { addDays, todayIn } from '../statistics/days.ts';
import { WebsiteListDocument } from './__generated__/operations.ts';
import { inOrder, type Listed, listed, ORDERS, type Order, sumOf } from './figures.ts';
import { Sparkline } from './sparkline.tsx';
import { UnregisteredHosts } from './unregistered-hosts.tsx';

const PRIVACY_ICONS = { PUBLIC: 'globe', PRIVATE: 'lock', PASSWORD: 'key' } as const;

/** The days that the figures need, with a day to spare on both sides for every time zone. */
const DAYS = 67;
const PER_PAGE = 25;

/** Returns the order that the URL names. */
function readOrder(): Order {
  const asked = new URLSearchParams(location.search).get('sort')?.toUpperCase();
  return ORDERS.find(order => order === asked) ?? 'DOMAIN';
}

/** All websites of the account with their figures, read in one request, and the sums of all. */
export function ListPage() {
  const [search, setSearch] = useState('');
  const [number, setNumber] = useState(1);
  const [order, setOrder] = useState(readOrder);
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
  const sortBy = (chosen: Order) => {
    setOrder(chosen);
    history.replaceState(null, '', chosen === 'DOMAIN' ? location.pathname : `?sort=${chosen.toLowerCase()}`);
  };
  const field = useRef<HTMLInputElement>(null);
  const list = answer?.websites;
  const all = list?.rows.map(website => listed(website, todayIn(website.timezone))) ?? [];
  const sorted = favouritesFirst(inOrder(all, order), favourites);
  const lastPage = Math.max(1, Math.ceil(all.length / PER_PAGE));
  const hasMany = (list?.total ?? 0) > 8 || search !== '';
  useShortcut('/', t('websites.search'), hasMany ? () => field.current?.focus() : null);
  return (
    <Frame here="websites">
      <div class="head">
        <h1>{t('common.websites')}</h1>
        {hasMany && (
          <input
            ref={field}
            type="search"
            class="search"
            placeholder={t('common.search')}
            aria-label={t('websites.search')}
            value={search}
            onInput={event => {
              setSearch(event.currentTarget.value);
              setNumber(1);
            }}
          />
        )}
        {all.length > 1 && (
          <label class="sort">
            {t('websites.sort')}
            <select value={order} onInput={event => sortBy(event.currentTarget.value as Order)}>
              {ORDERS.map(key => (
                <option key={key} value={key}>
                  {t(`websites.order.${key}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        <a class="button" href={`${base}/websites/new`}>
          <Icon name="plus" /> {t('websites.add')}
        </a>
      </div>
      {error ? <Fault error={error} retry={reload} /> : null}
      {list && list.rows.length === 0 && <Nothing search={search} />}
      {list && list.rows.length > 0 && (
        <>
          <p class="hint list-hint">
            {t('websites.sums', {
              websites: list.total,
              visitors: sumOf(all, 'visitors'),
              pageviews: sumOf(all, 'pageviews'),
              today: sumOf(all, 'today'),
            })}{' '}
            {list.total > all.length && t('websites.first', { number: formatCount(all.length) })}
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
          what={t('common.websites')}
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
  const { website, name, visitors, pageviews, today, change, isNoise, days, isFavourite, onToggle } = props;
  const { id, domain, privacy, firstDay } = website;
  const strong = (text: string) => <strong>{text}</strong>;
  return (
    <li class="website">
      <div class="website-name">
        <a href={`${base}/${domain}`} title={hostTitle(domain)}>
          {name}
        </a>
        <span class="hint">
          <IconButton
            icon="star"
            class={isFavourite ? 'quiet favourite' : 'quiet'}
            name={t('websites.favourite', { domain: name })}
            isPressed={isFavourite}
            onClick={onToggle}
          />
          <Icon name={PRIVACY_ICONS[privacy]} /> {t(`setting.privacy.${privacy}`)}
        </span>
      </div>
      {firstDay === null ? (
        <p class="website-waiting">
          <span class="dot" /> {rich('websites.waiting', { link: text => <a href={`${base}/${domain}`}>{text}</a> })}
        </p>
      ) : (
        <>
          <Sparkline values={days} />
          <p class="website-figure">
            {rich('websites.visitors', { strong }, { count: visitors, number: formatCount(visitors) })}
            <span class="website-change">
              <Change change={change} isNoise={isNoise} />
            </span>
          </p>
          <p class="website-figure">
            {rich('websites.pageviews', { strong }, { count: pageviews, number: formatCount(pageviews) })}
            <span class="website-change">
              {rich('websites.today', { strong }, { count: today, number: formatCount(today) })}
            </span>
          </p>
        </>
      )}
      <a
        class="quiet text"
        href={`${base}/websites/${id}/settings`}
        aria-label={t('websites.settingsOf', { domain: name })}
      >
        {t('common.settings')}
      </a>
    </li>
  );
}

function Nothing({ search }: { readonly search: string }) {
  if (search !== '') return <p class="nothing">{t('websites.noneFound', { search })}</p>;
  return (
    <div class="empty">
      <h2>{t('websites.none')}</h2>
      <p>{t('websites.noneHint')}</p>
      <a class="button" href={`${base}/websites/new`}>
        {t('websites.add')}
      </a>
    </div>
  );
}
