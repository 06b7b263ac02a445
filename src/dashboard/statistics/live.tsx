import { useEffect, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatCount } from '../format.ts';
import { follow } from '../graphql.ts';
import { rich, t } from '../messages.ts';
import { useShortcut } from '../parts/shortcuts.ts';
import { LiveVisitorsDocument } from './__generated__/operations.ts';
import { useView } from './view.ts';
import { ViewLink } from './view-link.tsx';

/** The visitors on the website right now, updated live; a link to the view that shows more of them. */
export function LiveVisitors() {
  const { change } = useView();
  const [visitors, setVisitors] = useState<number | null>(null);
  useShortcut('l', t('live.title'), () => change({ view: 'LIVE' }));
  useEffect(() => follow(LiveVisitorsDocument, { domain: page.domain }, ({ live }) => setVisitors(live.visitors5)), []);
  if (visitors === null) return null;
  const values = { visitors: formatCount(visitors) };
  return (
    <div class={visitors > 0 ? 'live is-live' : 'live'}>
      <ViewLink view="LIVE" class="control" names={{ 'aria-label': t('live.name', values), title: t('live.title') }}>
        <span class="dot" />
        {rich(
          'live.now',
          {
            number: text => <span class="live-number">{text}</span>,
            word: text => <span class="live-word">{text}</span>,
          },
          values,
        )}
      </ViewLink>
    </div>
  );
}
