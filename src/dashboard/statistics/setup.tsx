import { useEffect, useState } from 'preact/hooks';
import { pixelOf } from '../../domain/snippet.ts';
import { base, page } from '../base.ts';
import { ask } from '../graphql.ts';
import { Snippet } from '../parts/snippet.tsx';
import { ArrivalsDocument, type ArrivalsQuery } from './__generated__/operations.ts';
import { Checker } from './checker.tsx';
import { addDays, todayIn } from './days.ts';

const LOOK_EVERY = 2_500;
/** Milliseconds that the good news is shown before the statistics replace it. */
const JOY = 1_800;

/** The page of a website without hits: how to install the snippet, and whether it works. */
export function Setup({ onArrived }: { readonly onArrived: () => void }) {
  const [arrivals, setArrivals] = useState<ArrivalsQuery | null>(null);
  const hasArrived = Boolean(arrivals?.website?.firstHitAt);

  useEffect(() => {
    if (page.website === '') return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async () => {
      const to = addDays(todayIn(page.timezone), 1);
      const found = await ask(ArrivalsDocument, { id: page.website, from: addDays(to, -8), to }).catch(() => null);
      if (isOver) return;
      if (found) setArrivals(found);
      if (found?.website?.firstHitAt) timer = setTimeout(onArrived, JOY);
      else timer = setTimeout(look, LOOK_EVERY);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [onArrived]);

  if (page.website === '') {
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
      <h2 id="setup-title">Add this to every page of {page.domain}</h2>
      <p>Anywhere in the HTML, ideally at the end of the head. It sets no cookies and stores nothing in the browser.</p>
      <Snippet />
      <p>
        Then open a page of the website; the hit shows up here within a few seconds. To count pages without JavaScript,
        use an image: <code>{pixelOf(page.publicUrl)}</code>
      </p>
      {arrivals && !hasArrived && <Checker arrivals={arrivals} />}
      <p class="hint">
        The <a href={`${base}/websites/${page.website}/settings`}>settings</a> decide who can see this page and what is
        counted.
      </p>
    </section>
  );
}
