import { useEffect, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatCount } from '../format.ts';
import { follow } from '../graphql.ts';
import { Popover } from '../parts/overlays.tsx';
import { type LiveNowFragment, LiveVisitorsDocument } from './__generated__/operations.ts';
import { useView } from './view.ts';

/** The visitors on the website right now, updated live. */
export function LiveVisitors() {
  const { choose } = useView();
  const [live, setLive] = useState<LiveNowFragment | null>(null);
  useEffect(() => follow(LiveVisitorsDocument, { domain: page.domain }, answer => setLive(answer.live)), []);
  if (!live) return null;
  const { visitors5, visitors30, pages } = live;
  return (
    <Popover
      class={visitors5 > 0 ? 'live is-live' : 'live'}
      name={`${formatCount(visitors5)} now, visitors in the last five minutes`}
      label={
        <>
          <span class="dot" />
          <span class="live-number">{formatCount(visitors5)}</span> <span class="live-word">now</span>
        </>
      }
    >
      {close => (
        <div class="live-more">
          <p>
            <strong>{formatCount(visitors5)}</strong> in the last 5 minutes, <strong>{formatCount(visitors30)}</strong>{' '}
            in the last 30.
          </p>
          {pages.length > 0 && (
            <ul class="choices" aria-label="Pages with visitors">
              {pages.map(({ value, label, visitors }) => (
                <li key={value}>
                  <button
                    type="button"
                    onClick={() => {
                      choose('PAGE', { value });
                      close();
                    }}
                  >
                    <span class="cut">{label}</span>
                    <span class="number">{formatCount(visitors)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Popover>
  );
}
