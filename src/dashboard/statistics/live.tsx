import { useEffect, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatCount } from '../format.ts';
import { follow } from '../graphql.ts';
import { useShortcut } from '../parts/shortcuts.ts';
import { LiveVisitorsDocument } from './__generated__/operations.ts';
import { ViewLink } from './list-table.tsx';
import { useView } from './view.ts';

/** The visitors on the website right now, updated live; a link to the view that shows more of them. */
export function LiveVisitors() {
  const { change } = useView();
  const [visitors, setVisitors] = useState<number | null>(null);
  useShortcut('l', 'Live', () => change({ view: 'LIVE' }));
  useEffect(() => follow(LiveVisitorsDocument, { domain: page.domain }, ({ live }) => setVisitors(live.visitors5)), []);
  if (visitors === null) return null;
  const name = `${formatCount(visitors)} now, visitors in the last five minutes`;
  return (
    <div class={visitors > 0 ? 'live is-live' : 'live'}>
      <ViewLink view="LIVE" class="control" names={{ 'aria-label': name, title: 'Live' }}>
        <span class="dot" />
        <span class="live-number">{formatCount(visitors)}</span> <span class="live-word">now</span>
      </ViewLink>
    </div>
  );
}
