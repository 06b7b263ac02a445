import { useEffect, useState } from 'preact/hooks';
import { pixelOf } from '../../domain/snippet.ts';
import { base, page } from '../base.ts';
import { formatCount } from '../format.ts';
import { ask } from '../graphql.ts';
import { useAnswer } from '../parts/answer.tsx';
import { REASONS } from '../parts/dropped.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { ArrivalsDocument, type ArrivalsQuery } from './__generated__/operations.ts';
import { addDays, todayIn } from './days.ts';

const LOOK_EVERY = 2_500;
/** Milliseconds that the good news is shown before the statistics replace it. */
const JOY = 1_800;

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
        <h2>Nothing has been counted yet</h2>
        <p>The statistics appear here after the first visit.</p>
      </section>
    );
  }
  return (
    <section class="setup" aria-labelledby="setup-title">
      <p class={hasArrived ? 'waiting arrived' : 'waiting'} role="status">
        <span class="dot" />
        {hasArrived ? 'The first hit has arrived.' : 'Waiting for the first hit'}
      </p>
      {arrivals && !hasArrived && <LeftOut arrivals={arrivals} />}
      {isLoopback() && (
        <p class="fault">
          <span>
            Only this machine can reach Footfall at {page.publicUrl}, so visitors cannot send hits there. Set{' '}
            <code>BASE_URL</code> to the URL under which they can, and open this page there before you copy the snippet.
          </span>
        </p>
      )}
      <h2 id="setup-title">Add this snippet to every page of {page.domain}</h2>
      <p>
        Anywhere in the HTML, ideally at the end of the head. The tracker sets no cookies and stores nothing in the
        browser.
      </p>
      <Snippet />
      <p>
        Then open a page of the website; the hit shows up here within a few seconds. To count pages without JavaScript,
        use an image: <code>{pixelOf(page.publicUrl)}</code>
      </p>
      {arrivals && !hasArrived && <Checker arrivals={arrivals} />}
      <p class="hint">
        The <a href={`${base}/websites/${page.website}/settings`}>settings</a> decide who can see this page and what is
        counted. What another tool has counted so far can be{' '}
        <a href={`${base}/websites/${page.website}/imports`}>imported</a>.
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
    const label = REASONS[reason]?.[0] ?? reason;
    return `${label.charAt(0).toLowerCase()}${label.slice(1)}${sums.length > 1 ? ` (${formatCount(count)})` : ''}`;
  });
  return (
    <p class="fault" role="status">
      <span>
        {formatCount(hits)} {hits === 1 ? 'hit' : 'hits'} left out: {reasons.join(', ')}.{' '}
        {REASONS[sums[0]?.[0] ?? '']?.[1]}
      </span>
    </p>
  );
}

function isLoopback(): boolean {
  return /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(page.publicUrl).hostname);
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
      <summary>No hits arriving?</summary>
      <p>
        This checks which hits were not counted and whether the tracker loads, then sends one hit from this browser. If
        accepted, it counts as a pageview of <code>/</code>.
      </p>
      <button type="button" class="button small" disabled={isBusy} onClick={check}>
        {isBusy ? 'Checking…' : 'Find out why'}
      </button>
      {findings && (
        <ul class="findings" aria-label="Findings" aria-live="polite">
          {findings.map(({ isGood, text }) => (
            <li key={text} class={isGood ? 'good' : 'bad'}>
              <span class="hidden">{isGood ? 'OK: ' : 'Problem: '}</span>
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
    return [
      bad(
        `No hits from ${page.domain} have arrived. Check that the page you opened contains the snippet and is on this host, with or without www.; any other subdomain is a separate website, unless it is among the further hosts of this one.`,
      ),
    ];
  }
  return [...sums].map(([reason, hits]) => {
    const [label, advice] = REASONS[reason] ?? [reason, ''];
    const subject = hits === 1 ? '1 hit was' : `${formatCount(hits)} hits were`;
    return bad(`${subject} not counted (${label.charAt(0).toLowerCase()}${label.slice(1)}). ${advice}`);
  });
}

function ownIp({ viewer, website }: ArrivalsQuery): Finding[] {
  const ip = viewer?.address ?? '';
  if (!website || website.excludeIps.length === 0) return [];
  if (website.excludeIps.includes(ip))
    return [bad(`Your IP address ${ip} is excluded, so your visits are not counted.`)];
  return [good(`Your IP address ${ip} is not itself on the list of excluded IP addresses.`)];
}

async function tracker(): Promise<Finding> {
  const response = await fetch(base + page.tracker, { method: 'HEAD' }).catch(() => null);
  if (response?.ok) return good('The tracker loads in this browser.');
  return bad(
    'The tracker does not load in this browser; an ad blocker may block it. Serve it at another path with TRACKER_PATH and COLLECT_PATH.',
  );
}

async function sending(): Promise<Finding> {
  const response = await fetch(base + page.collector, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ page: `https://${page.domain}/` }),
  }).catch(() => null);
  if (!response) return bad('A hit could not be sent from this browser; an ad blocker or a proxy may block it.');
  const reason = response.headers.get('X-Footfall-Dropped');
  if (reason)
    return bad(`The hit from this browser was not counted: ${reason}. ${REASONS[reason.toUpperCase()]?.[1] ?? ''}`);
  if (!response.ok) return bad(`The hit from this browser was refused with status ${response.status}.`);
  return good(
    'A hit from this browser was accepted. If your pages send none, the snippet is missing or their Content Security Policy blocks it.',
  );
}
