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
 * The visitors on the website right now, updated live; a link to the view that shows more of them. It is there before
 * their number, which is asked for when the page is ready, so that nothing moves and the focus can return to it.
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
  const values = { visitors: visitors === null ? '' : formatCount(visitors) };
  return (
    <div class={visitors ? 'live is-live' : 'live'}>
      <ViewLink
        view="LIVE"
        class="control"
        names={{ 'aria-label': visitors === null ? t('live.title') : t('live.name', values), title: t('live.title') }}
      >
        <span class="dot" />
        {visitors === null
          ? t('live.title')
          : rich(
              'live.now',
              {
                number: text => <span class="live-number">{text}</span>,
                // A new word beside a new number, since a number of more digits would move the old one.
                word: text => (
                  <span class="live-word" key={values.visitors.length}>
                    {text}
                  </span>
                ),
              },
              values,
            )}
      </ViewLink>
    </div>
  );
}
