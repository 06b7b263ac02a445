import { useEffect, useRef, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatCount } from '../format.ts';
import { follow } from '../graphql.ts';
import { rich, t } from '../messages.ts';
import { Icon } from '../parts/icon.tsx';
import { useShortcut } from '../parts/shortcuts.ts';
import { LiveVisitorsDocument } from './__generated__/operations.ts';
import { isCut, usePart } from './retries.ts';
import { useView } from './view.ts';
import { useViewFocus, ViewLink } from './view-link.tsx';

const loadNumbers = () => import('./live-view.tsx');

/**
 * The visitors on the website right now, updated live; a link to the view that shows more of them. It is there before
 * their number, which is asked for when the page is ready, so that nothing moves and the focus can return to it.
 */
export function LiveVisitors({ isReady }: { readonly isReady: boolean }) {
  const { change, error } = useView();
  const [visitors, setVisitors] = useState<number | null>(null);
  useShortcut('l', t('live.title'), () => change({ view: 'LIVE' }));
  useEffect(
    () =>
      isReady
        ? follow(
            LiveVisitorsDocument,
            { domain: page.domain },
            ({ live }) => setVisitors(live.visitors5),
            // A number that no longer changes would be taken for one of now.
            () => setVisitors(null),
          )
        : undefined,
    [isReady],
  );
  const values = { visitors: visitors === null ? '' : formatCount(visitors) };
  return (
    <div class={visitors && !isCut(error) ? 'live is-live' : 'live'}>
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

/** The view of what happens now, whose numbers have code of their own, which is loaded when the view is first opened. */
export function LiveView({ onDrawn }: { readonly onDrawn: (isDrawn: boolean) => void }) {
  const { change } = useView();
  const part = usePart(loadNumbers);
  const title = useRef<HTMLHeadingElement>(null);
  useViewFocus('LIVE', title);
  useShortcut('Escape', t('detail.back'), () => change({ view: null }));
  return (
    <section class="live-view" aria-labelledby="live-title">
      <header>
        <ViewLink class="quiet text" view={null}>
          <Icon name="left" /> {t('detail.all')}
        </ViewLink>
        <h2 id="live-title" ref={title} tabIndex={-1}>
          {t('live.title')}
        </h2>
        <p class="hint">{t('live.about')}</p>
      </header>
      {part ? <part.LiveNumbers onDrawn={onDrawn} /> : <div class="ghost chart-ghost" />}
    </section>
  );
}
