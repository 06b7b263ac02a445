import { useEffect, useState } from 'preact/hooks';
import { hostHint, hostLabel } from '../../domain/host-label.ts';
import { isLoopback, pixelOf } from '../../domain/snippet.ts';
import { base, page } from '../base.ts';
import { formatCount, formatList } from '../format.ts';
import { ask } from '../graphql.ts';
import { rich, t } from '../messages.ts';
import { useAnswer } from '../parts/answer.tsx';
import { reasonOf } from '../parts/dropped.tsx';
import { pressable } from '../parts/focus.ts';
import { Snippet } from '../parts/snippet.tsx';
import { ArrivalsDocument, type ArrivalsQuery } from './__generated__/operations.ts';
import { addDays, todayIn } from './days.ts';

const LOOK_EVERY = 2_500;
/** Milliseconds that the good news is shown before the statistics replace it. */
const JOY = 1_800;

const code = (text: string) => <code>{text}</code>;

/** The page of a website without hits: how to install the snippet, and whether it works. */
export function Setup({ onArrived }: { readonly onArrived: () => void }) {
  const { answer: arrivals, isLoading, reload } = useAnswer(signal => (page.isOwner ? readArrivals(signal) : null), []);
  const hasArrived = Boolean(arrivals?.website?.firstHitAt);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page passes another function each time it renders.
  useEffect(() => {
    if (isLoading) return;
    const timer = hasArrived ? setTimeout(onArrived, JOY) : setTimeout(reload, LOOK_EVERY);
    return () => clearTimeout(timer);
  }, [isLoading, hasArrived]);

  if (!page.isOwner) {
    return (
      <section class="setup">
        <h2>{t('setup.empty')}</h2>
        <p>{t('setup.emptyAbout')}</p>
      </section>
    );
  }
  return (
    <section class="setup" aria-labelledby="setup-title">
      <p class={hasArrived ? 'waiting arrived' : 'waiting'} role="status">
        <span class="dot" />
        {t(hasArrived ? 'setup.arrived' : 'setup.waiting')}
      </p>
      {arrivals && !hasArrived && <LeftOut arrivals={arrivals} />}
      {isLoopback(page.publicUrl) && (
        <p class="fault">
          <span>{rich('setup.loopback', { code }, { url: page.publicUrl })}</span>
        </p>
      )}
      <h2 id="setup-title" title={hostHint(page.domain)}>
        {t('setup.title', { domain: hostLabel(page.domain) })}
      </h2>
      <p>{t('setup.about')}</p>
      <Snippet />
      <p>{rich('setup.then', { code }, { image: pixelOf(page.publicUrl) })}</p>
      {arrivals && !hasArrived && <Checker arrivals={arrivals} />}
      <p class="hint">
        {rich('setup.more', {
          settings: text => <a href={`${base}/websites/${page.website}/settings`}>{text}</a>,
          imports: text => <a href={`${base}/websites/${page.website}/imports`}>{text}</a>,
        })}
      </p>
    </section>
  );
}

/** The hits that were not counted, with their reasons; renders nothing without any. */
function LeftOut({ arrivals }: { readonly arrivals: ArrivalsQuery }) {
  const sums = [...sumsOf(arrivals)];
  if (sums.length === 0) return null;
  const hits = sums.reduce((sum, [, count]) => sum + count, 0);
  const reasons = sums.map(([reason, count]) => {
    const text = t('setup.reason', { reason });
    return sums.length > 1 ? `${text} (${formatCount(count)})` : text;
  });
  const list = formatList(reasons);
  return (
    <p class="fault" role="status">
      <span>
        {t('setup.leftOut', { count: hits, reasons: list })} {reasonOf(sums[0]?.[0] ?? '').advice}
      </span>
    </p>
  );
}

/** Returns reason -> hits that were not counted for it, over all days. */
function sumsOf({ website }: ArrivalsQuery): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { reason, hits } of website?.dropped ?? []) sums.set(reason, (sums.get(reason) ?? 0) + hits);
  return sums;
}

function readArrivals(signal: AbortSignal): Promise<ArrivalsQuery> {
  const to = addDays(todayIn(page.timezone), 1);
  return ask(ArrivalsDocument, { id: page.website, from: addDays(to, -8), to }, signal);
}

interface Finding {
  readonly isGood: boolean;
  readonly text: string;
}

const good = (text: string): Finding => ({ isGood: true, text });
const bad = (text: string): Finding => ({ isGood: false, text });

/** Finds out why no hits arrive: checks the dropped hits, loads the tracker in this browser, and sends a hit. */
function Checker({ arrivals }: { readonly arrivals: ArrivalsQuery }) {
  const [findings, setFindings] = useState<readonly Finding[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    setFindings([...ledger(arrivals), ...ownIp(arrivals), await tracker(), await sending()]);
    setBusy(false);
  };
  return (
    <details class="checker">
      <summary>{t('check.title')}</summary>
      <p>{rich('check.about', { code })}</p>
      <button type="button" class="button small" {...pressable(!isBusy, check)}>
        {t(isBusy ? 'check.busy' : 'check.start')}
      </button>
      {findings && (
        <ul class="findings" aria-label={t('check.findings')} aria-live="polite">
          {findings.map(({ isGood, text }) => (
            <li key={text} class={isGood ? 'good' : 'bad'}>
              <span class="hidden">{t(isGood ? 'check.ok' : 'check.problem')} </span>
              {text}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function ledger(arrivals: ArrivalsQuery): Finding[] {
  const sums = sumsOf(arrivals);
  if (sums.size === 0) {
    return [bad(t('check.noHits', { domain: hostLabel(page.domain) }))];
  }
  return [...sums].map(([reason, hits]) => {
    const text = t('check.notCounted', { count: hits, reason: t('setup.reason', { reason }) });
    return bad(`${text} ${reasonOf(reason).advice}`);
  });
}

function ownIp({ viewer, website }: ArrivalsQuery): Finding[] {
  const ip = viewer?.address ?? '';
  if (!website || website.excludeIps.length === 0) return [];
  if (website.excludeIps.includes(ip)) return [bad(t('check.ipExcluded', { ip }))];
  return [good(t('check.ipNotExcluded', { ip }))];
}

async function tracker(): Promise<Finding> {
  const response = await fetch(base + page.tracker, { method: 'HEAD' }).catch(() => null);
  return response?.ok ? good(t('check.trackerLoads')) : bad(t('check.trackerBlocked'));
}

async function sending(): Promise<Finding> {
  const response = await fetch(base + page.collector, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ page: `https://${page.domain}/` }),
  }).catch(() => null);
  if (!response) return bad(t('check.notSent'));
  const reason = response.headers.get('X-Footfall-Dropped')?.toUpperCase();
  if (reason) {
    const text = t('check.ownNotCounted', { reason: t('setup.reason', { reason }) });
    return bad(`${text} ${reasonOf(reason).advice}`);
  }
  if (!response.ok) return bad(t('check.refused', { status: String(response.status) }));
  return good(t('check.accepted'));
}
