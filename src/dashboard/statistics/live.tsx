import { useEffect, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatCount } from '../format.ts';
import { follow } from '../graphql.ts';
import { rich, t } from '../messages.ts';
import { useShortcut } from '../parts/shortcuts.ts';
import { LiveVisitorsDocument } from './__generated__/operations.ts';
import { useView } from './view.ts';
import { ViewLink } from './view-link.tsx';

/**
 * The visitors on the website right now, updated live; a link to the view that shows more of them. They are asked for
 * when the page is ready, and have their room before.
 */
export function LiveVisitors({ isReady }: { readonly isReady: boolean }) {
  const { change } = useView();
  const [visitors, setVisitors] = useState<number | null>(null);
  useShortcut('l', t('live.title'), () => change({ view: 'LIVE' }));
  useEffect(
    () =>
      isReady
        ? follow(LiveVisitorsDocument, { domain: page.domain }, ({ live }) => setVisitors(live.visitors5))
        : undefined,
    [isReady],
  );
  const values = { visitors: formatCount(visitors ?? 0) };
  const text = (
    <>
      <span class="dot" />
      {rich(
        'live.now',
        {
          number: text => <span class="live-number">{text}</span>,
          word: text => <span class="live-word">{text}</span>,
        },
        values,
      )}
    </>
  );
  // What is not seen yet cannot have the focus, which the link gets when the reader comes back from that view.
  if (visitors === null)
    return (
      <div class="live awaited">
        <span class="control">{text}</span>
      </div>
    );
  return (
    <div class={visitors > 0 ? 'live is-live' : 'live'}>
      <ViewLink view="LIVE" class="control" names={{ 'aria-label': t('live.name', values), title: t('live.title') }}>
        {text}
      </ViewLink>
    </div>
  );
}
