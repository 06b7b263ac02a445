import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../messages.ts';
import { useAnswer } from '../parts/answer.tsx';
import { Icon } from '../parts/icon.tsx';
import { useNearness } from '../parts/nearness.ts';
import { Tabs } from '../parts/tabs.tsx';
import { PropertyKeysDocument } from './__generated__/operations.ts';
import { PanelList } from './panel-list.tsx';
import { PanelTools } from './panel-tools.tsx';
import { PropertyKeys } from './property-keys.tsx';
import { askHere } from './question.ts';
import type { Opened } from './state.ts';
import { NO_LIST } from './state.ts';
import { useShown } from './view.ts';

const OF_PAGEVIEWS: Opened = { event: null, key: null };

/** The events of the website; each opens to its properties, and each of these to its values. So do pageviews. */
export function EventsPanel() {
  const { state, change, question } = useShown();
  const { opened, lists } = state;
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const path = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const isNear = useNearness(frame);
  const { from, to } = question.days;
  const { answer } = useAnswer(
    signal => (isNear ? askHere(PropertyKeysDocument, { from, to }, signal) : null),
    [isNear, from, to],
  );
  const isOfPages = opened !== null && opened.event === null;
  const hasTabs = isOfPages || (answer?.properties.length ?? 0) > 0;

  const moved = useRef(false);
  const open = (next: Opened | null) => {
    moved.current = true;
    change({ opened: next, lists: { ...lists, PROPERTY: NO_LIST } });
  };
  // The button that had the focus is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves with what is opened.
  useEffect(() => {
    if (moved.current) (path.current?.querySelector('button') ?? title.current)?.focus();
    moved.current = false;
  }, [opened]);

  return (
    <section class="panel panel-events" aria-labelledby={`${id}-title`} ref={frame}>
      <header>
        <h2 id={`${id}-title`} ref={title} tabIndex={-1}>
          {t('group.events')}
        </h2>
        {hasTabs && (
          <Tabs
            name={t('group.events')}
            tabs={[
              ['events', t('group.events')],
              ['pages', t('events.pageProperties')],
            ]}
            chosen={isOfPages ? 'pages' : 'events'}
            onChoose={tab => change({ opened: tab === 'pages' ? OF_PAGEVIEWS : null })}
            controls={id}
          />
        )}
        {(opened === null || opened.key !== null) && <PanelTools name={opened ? 'PROPERTY' : 'EVENT'} />}
      </header>
      {opened && (opened.event !== null || opened.key !== null) && (
        <nav class="opened" aria-label={t('events.opened')} ref={path}>
          <button
            type="button"
            class="quiet text"
            onClick={() => open(opened.key === null ? null : { ...opened, key: null })}
          >
            <Icon name="left" />
            {opened.key === null ? t('events.all') : (opened.event ?? t('events.allProperties'))}
          </button>
          <strong class="cut">{opened.key ?? opened.event}</strong>
        </nav>
      )}
      {opened && opened.key === null ? (
        <PropertyKeys id={id} event={opened.event} onOpen={key => open({ ...opened, key })} />
      ) : opened ? (
        <PanelList group="events" id={id} />
      ) : (
        <PanelList group="events" id={id} onOpen={({ value }) => open({ event: value, key: null })} />
      )}
    </section>
  );
}
