import { useState } from 'preact/hooks';
import { base, page } from '../base.ts';
import { formatCount } from '../format.ts';
import { REASONS } from '../parts/dropped.tsx';
import type { ArrivalsQuery } from './__generated__/operations.ts';

interface Finding {
  readonly isGood: boolean;
  readonly text: string;
}

/** Finds out why no hits arrive: checks the dropped hits, loads the script from this browser, and sends a hit. */
export function Checker({ arrivals }: { readonly arrivals: ArrivalsQuery }) {
  const [findings, setFindings] = useState<readonly Finding[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    setFindings([...ledger(arrivals), ...addresses(arrivals), await script(), await sending()]);
    setBusy(false);
  };
  return (
    <details class="checker">
      <summary>No hits arriving?</summary>
      <p>
        This checks which hits were left out and whether the script loads, then sends one hit from this browser. If
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

function ledger({ website }: ArrivalsQuery): Finding[] {
  const sums = new Map<string, number>();
  for (const { reason, hits } of website?.dropped ?? []) sums.set(reason, (sums.get(reason) ?? 0) + hits);
  if (sums.size === 0) {
    return [
      {
        isGood: false,
        text: `No hits from ${page.domain} have arrived. Check that the page you opened contains the snippet and is on this host, with or without www.; any other subdomain is a separate website.`,
      },
    ];
  }
  return [...sums].map(([reason, hits]) => {
    const [label, advice] = REASONS[reason] ?? [reason, ''];
    return {
      isGood: false,
      text: `${hits === 1 ? '1 hit was' : `${formatCount(hits)} hits were`} left out (${label.toLowerCase()}). ${advice}`,
    };
  });
}

function addresses({ viewer, website }: ArrivalsQuery): Finding[] {
  const address = viewer?.address ?? '';
  if (!website || website.excludeIps.length === 0) return [];
  if (website.excludeIps.includes(address))
    return [{ isGood: false, text: `Your IP address ${address} is excluded, so your visits are not counted.` }];
  return [{ isGood: true, text: `Your IP address ${address} is not itself on the list of excluded IP addresses.` }];
}

async function script(): Promise<Finding> {
  const answer = await fetch(base + page.tracker, { method: 'HEAD' }).catch(() => null);
  if (answer?.ok) return { isGood: true, text: 'The script loads in this browser.' };
  return {
    isGood: false,
    text: 'The script does not load in this browser; an ad blocker may block it. Serve it at another path with TRACKER_PATH and COLLECT_PATH.',
  };
}

async function sending(): Promise<Finding> {
  const body = JSON.stringify({ page: `https://${page.domain}/` });
  const answer = await fetch(base + page.collector, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  }).catch(() => null);
  if (!answer)
    return { isGood: false, text: 'A hit could not be sent from this browser; an ad blocker or a proxy may block it.' };
  const reason = answer.headers.get('X-Footfall-Dropped');
  if (reason)
    return {
      isGood: false,
      text: `The hit from this browser was left out: ${reason}. ${REASONS[reason.toUpperCase()]?.[1] ?? ''}`,
    };
  if (answer.ok)
    return {
      isGood: true,
      text: 'A hit from this browser was accepted. If your pages send none, the snippet is missing or their Content Security Policy blocks it.',
    };
  return { isGood: false, text: `The hit from this browser was refused with status ${answer.status}.` };
}
