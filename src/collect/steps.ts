import { amountFault, parseAmount } from '../domain/amount.ts';
import { eventName, parsePage, referrerHost } from '../domain/hit-values.ts';
import { matchesIp } from '../domain/ip-addresses.ts';
import { readProperties } from '../domain/properties.ts';
import { isSpamReferrer } from '../domain/spam-referrers.ts';
import { idText, type SeenHit } from '../domain/stored-hit.ts';
import { localDay } from '../domain/time-zone.ts';
import { looksLikeBot } from './bots.ts';
import type { Draft, Step, Verdict, World } from './draft.ts';
import { idOf, kindOf, type Outcome } from './raw-hit.ts';

const AHEAD = 5 * 60_000;
const MAX_ID = 255;

/** In execution order: faults are reported before anything is looked up, and cheap checks run first. */
export const STEPS: readonly Step[] = [
  { name: 'page', run: readPage },
  { name: 'time', run: checkTime },
  { name: 'id', run: checkId },
  { name: 'event', run: readEvent },
  { name: 'engagement', run: checkEngagement },
  { name: 'website', run: findWebsite },
  { name: 'day', run: placeInTime },
  { name: 'prefetch', run: ({ raw }) => (raw.prefetch ? { drop: 'prefetch' } : undefined) },
  {
    name: 'rate',
    run: ({ raw }, world) =>
      raw.source === 'page' && !world.admit(raw.address) ? { drop: 'rate_limited' } : undefined,
  },
  { name: 'address', run: checkAddress },
  { name: 'bot', run: checkBot },
  { name: 'host', run: checkHost },
  { name: 'referrer', run: checkReferrer },
  {
    name: 'repeat',
    run(draft, world) {
      const key = repeatKey(draft);
      return key !== null && world.isRepeat(key) ? { drop: 'duplicate' } : undefined;
    },
  },
  { name: 'properties', run: readProps },
  { name: 'amount', run: readAmount },
];

function readPage(draft: Draft): Verdict {
  const parsed = parsePage(draft.raw.page);
  if ('error' in parsed) return { field: 'page', reject: parsed.error };
  draft.url = parsed.url;
  draft.host = parsed.host;
  return undefined;
}

function checkTime({ raw }: Draft, world: World): Verdict {
  if (!Number.isFinite(raw.time) || raw.time < 0) {
    return {
      field: 'time',
      reject:
        'The time is not an instant from 1970 on; send it as ISO 8601 with an offset, such as 2026-01-31T10:00:00Z.',
    };
  }
  if (raw.time > world.now() + AHEAD) {
    return {
      field: 'time',
      reject: 'The time is more than 5 minutes ahead of the server; check the clock of the sender.',
    };
  }
  return undefined;
}

function checkId({ raw }: Draft): Verdict {
  // Few ids are so long that it matters how many of their units make one character.
  const characters = raw.id.length > MAX_ID ? [...raw.id].length : 0;
  return characters > MAX_ID
    ? { field: 'id', reject: `The id has ${characters} characters; send at most ${MAX_ID}.` }
    : undefined;
}

function readEvent(draft: Draft): Verdict {
  const { event } = draft.raw;
  if (!event) return undefined;
  const name = eventName(event.name);
  if (name === null)
    return { field: 'event.name', reject: 'The event has no name; send event.name as text that is not empty.' };
  draft.event = name;
  return undefined;
}

/** The props of an event belong inside event, those of a pageview beside page. */
function readProps(draft: Draft): Verdict {
  const { event, props } = draft.raw;
  const given = event ? event.props : kindOf(draft.raw) === 'pageview' ? props : undefined;
  if (given !== undefined) {
    const { properties, notice } = readProperties(given);
    draft.properties = properties;
    draft.notice = notice;
  }
  if (event && props !== undefined && props !== null)
    draft.notice = 'The props beside event were left out; send those of an event inside event.';
  return undefined;
}

/** An invented amount would spoil every sum that it is part of. */
function readAmount(draft: Draft, { limitsAmounts }: World): Verdict {
  const { raw, website } = draft;
  if (!raw.event || !website) return undefined;
  draft.amount = parseAmount(raw.event.value);
  let notice: string | null = null;
  if (draft.amount === null) notice = amountFault(raw.event.value);
  else if (limitsAmounts && Math.abs(Number(draft.amount)) > website.maxAmount) {
    draft.amount = null;
    draft.hasLargeAmount = true;
    notice = `The value was left out, because the largest amount of this website is ${website.maxAmount}.`;
  }
  if (notice !== null) draft.notice = draft.notice === null ? notice : `${draft.notice} ${notice}`;
  return undefined;
}

function checkEngagement({ raw: { engagement, depth } }: Draft): Verdict {
  if (isBelowZero(engagement))
    return {
      field: 'engagement',
      reject: 'The engagement is not a number of seconds from 0 on; send the seconds the page was visible.',
    };
  if (isBelowZero(depth))
    return {
      field: 'depth',
      reject: 'The depth is not a percentage from 0 on; send how far the page was scrolled, from 0 to 100.',
    };
  return undefined;
}

function isBelowZero(number: number | null): boolean {
  return number !== null && !(Number.isFinite(number) && number >= 0);
}

function findWebsite(draft: Draft, world: World): Verdict {
  const website = world.findWebsite(draft.host);
  // A key sees only its own account's websites, and must not learn that others exist.
  if (!website || (world.account !== null && website.accountId !== world.account)) return { drop: 'unknown_website' };
  draft.website = website;
  return undefined;
}

function checkAddress({ raw, website }: Draft): Verdict {
  return raw.address !== '' && website && matchesIp(website.ipList, raw.address) ? { drop: 'excluded_ip' } : undefined;
}

function checkBot({ raw, website }: Draft): Verdict {
  if (!website?.excludeBots || raw.crawler !== undefined) return undefined;
  if (raw.source === 'server' && raw.userAgent === '') return undefined;
  return looksLikeBot(raw.userAgent, raw.source === 'page' ? raw.headers : {}) ? { drop: 'bot' } : undefined;
}

function placeInTime(draft: Draft): Verdict {
  const { day, hour } = localDay(draft.raw.time, draft.website?.timezone ?? 'UTC');
  // West of Greenwich, the first hours of 1970 in UTC are still in 1969, for which no statistic can be read.
  if (day < 0)
    return { field: 'time', reject: 'The time is before 1970 in the time zone of the website; send a later one.' };
  draft.day = day;
  draft.hour = hour;
  return undefined;
}

function checkHost({ host, website }: Draft): Verdict {
  return website?.allowed && !website.allowed.find(host) ? { drop: 'excluded_host' } : undefined;
}

function checkReferrer(draft: Draft, world: World): Verdict {
  const { raw, website } = draft;
  if (raw.referrer === '' || !website) return undefined;
  draft.referrer = referrerHost(raw.referrer, from => world.findWebsite(from)?.id === website.id);
  if (draft.referrer === '') return undefined;
  if (website.referrers.find(draft.referrer.toLowerCase())) return { drop: 'excluded_referrer' };
  return world.spamList && isSpamReferrer(draft.referrer) ? { drop: 'spam_referrer' } : undefined;
}

/**
 * Returns why a hit that no step refuses does not count because of its place, which can be told once the files of places
 * are loaded, unless it is `given`; undefined if it counts.
 */
export function refusalOfPlace(
  { raw, website }: Draft,
  { places }: Pick<World, 'places'>,
  given?: Pick<SeenHit['place'], 'country'>,
): Outcome | undefined {
  if (!website || website.excludeCountries.length === 0) return undefined;
  const place = given ?? (raw.address === '' ? null : places.lookup(raw.address));
  // The country of a place is written like `DE:Germany`.
  const [code = ''] = place?.country.split(':', 1) ?? [];
  return website.excludeCountries.includes(code) ? { status: 'dropped', reason: 'excluded_country' } : undefined;
}

/** Returns why the first step that refuses the hit does so; undefined if it is accepted. */
export function refusalOf(draft: Draft, world: World): Outcome | undefined {
  for (const step of STEPS) {
    const verdict = step.run(draft, world);
    if (!verdict) continue;
    if ('drop' in verdict) return { status: 'dropped', reason: verdict.drop };
    return { status: 'rejected', field: verdict.field, reason: verdict.reject };
  }
  return undefined;
}

/** Returns true if the hit identifies a visitor and so needs the salt of its day. */
export function identifies({ raw, website }: Draft): boolean {
  if ((raw.optedOut && website?.honorGpc) || raw.crawler !== undefined) return false;
  return raw.source === 'page' || raw.address !== '' || raw.userAgent !== '';
}

/** Returns the text that a repeat of this hit has, too; null if it is never a repeat. */
export function repeatKey({ raw, website }: Draft): string | null {
  const id = idOf(raw);
  return id === '' || !website ? null : `${website.id}\0${idText({ source: raw.source, kind: kindOf(raw), id })}`;
}
