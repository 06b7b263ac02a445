import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { t } from '../messages.ts';
import { Fault } from '../parts/answer.tsx';
import { useSteps } from '../parts/steps.ts';
import { GROUPS } from '../registry.ts';
import { Connection } from './connection.tsx';
import { countDays, todayIn } from './days.ts';
import { Detail } from './detail.tsx';
import { EventsPanel } from './events-panel.tsx';
import { Export } from './export.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Following } from './following.tsx';
import { Foot, Header } from './frame.tsx';
import { Goals } from './goals.tsx';
import { lacksHours, onlyImported } from './imported-days.ts';
import { LiveView, LiveVisitors } from './live.tsx';
import { Overview } from './overview.tsx';
import { Panel } from './panel.tsx';
import { RangePicker } from './range-picker.tsx';
import { isCut, usePart } from './retries.ts';
import { Setup } from './setup.tsx';
import { Share } from './share.tsx';
import { isUnasked } from './state.ts';
import { Title } from './switcher.tsx';
import { showsSection, useUrlState } from './url-state.ts';
import { useStatistics } from './use-statistics.ts';
import { ChoosingContext, useNewestChoosing, type View, ViewContext } from './view.ts';
import { WorldMap } from './world-map.tsx';

/** The statistics page; everything it shows follows from its URL. */
export function StatisticsPage() {
  const { state, change } = useUrlState();
  const { shown, isLoading, error, reload } = useStatistics(state);
  const view = useMemo(
    () => ({ shown, isLoading, error, reload, state, change }),
    [shown, isLoading, error, reload, state, change],
  );
  const choosing = useNewestChoosing(state, change);
  const [isDrawn, setDrawn] = useState(false);
  const [isLiveDrawn, setLiveDrawn] = useState(false);
  // The title first, then what belongs to it, then everything below: on a slow phone, all at once would be a long task.
  const step = useSteps(2);
  const isEmpty = shown?.overview.firstDay === null;
  const isLive = state.view === 'LIVE' && !isEmpty;
  const list = state.view === 'LIVE' ? null : state.view;
  const isFault = error !== null && !isCut(error);
  useOpening(state, shown, change);
  useKnownInterval(view);
  useLostSegment(state, shown, change);
  const areParts = shown !== null && !isEmpty && state.view === null;
  const areKept = useLeaving(areParts);
  // Each part learns from the context when it changes.
  const parts = useMemo(() => <Parts onDrawn={setDrawn} />, []);
  return (
    <ViewContext.Provider value={view}>
      <ChoosingContext.Provider value={choosing}>
        {!page.isEmbed && <Header />}
        <main id="main" tabIndex={-1}>
          <div class="head">
            <Title />
            {step > 0 && !isEmpty && !isLive && <LiveVisitors isReady={shown !== null} />}
            {step > 0 && !isEmpty && !isLive && !page.isEmbed && <Export />}
            {step > 0 && page.isOwner && <Share />}
          </div>
          {step > 0 && !isEmpty && !isLive && (
            <div class="question">
              <FilterBar />
              <RangePicker />
            </div>
          )}
          {isFault && <Fault error={error} retry={reload} />}
          {step > 1 && (
            <div class="below">
              {isLive ? (
                <LiveView onDrawn={setLiveDrawn} />
              ) : isEmpty ? (
                <Setup onArrived={reload} />
              ) : !shown ? (
                !isFault && <Loading />
              ) : list ? (
                <Detail key={list} name={list} onDrawn={setDrawn} />
              ) : null}
              {areKept && <div class={areParts ? undefined : 'leaving'}>{parts}</div>}
            </div>
          )}
        </main>
        {/* Below what is still to come, it would move. */}
        {(isLive ? isLiveDrawn && (shown ?? error) !== null : isDrawn || isEmpty) && <Foot />}
        <Connection />
      </ChoosingContext.Provider>
    </ViewContext.Provider>
  );
}

/** Returns whether to keep what is no longer shown for one more frame: removing it takes long, so its successor is drawn first. */
function useLeaving(isShown: boolean): boolean {
  const [wasShown, setWasShown] = useState(isShown);
  // Effects run after the browser has drawn.
  useEffect(() => setWasShown(isShown), [isShown]);
  return isShown || wasShown;
}

/**
 * A website opens on its imported days until it has hits, then on today until it has two whole days to show. The URL
 * names the usual range there once a reader has chosen it.
 */
function useOpening(state: View['state'], shown: View['shown'], change: View['change']): void {
  const isOpen = useRef(false);
  const firstDay = shown?.overview.firstDay;
  const isAsked = !isUnasked(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on the first numbers alone.
  useEffect(() => {
    if (!firstDay) return;
    const days = onlyImported(shown.overview);
    const isYoung = countDays({ from: firstDay, to: todayIn(page.timezone) }) <= 2;
    if ((days || isYoung) && !isAsked)
      change(isOpen.current ? { isNamed: true } : days ? { preset: null, days } : { preset: 'TODAY' }, 'replace');
    isOpen.current = true;
  }, [firstDay, isAsked, change]);
}

/** Nothing is known of the hours of days that are imported as sums, so the chart has days unless hours are chosen. */
function useKnownInterval({ shown, isLoading, state, change }: View): void {
  const isUnknown = shown !== null && lacksHours(shown.question.interval, shown.overview);
  const isDue = isUnknown && !isLoading && state.interval === null;
  useEffect(() => {
    if (isDue) change({ interval: 'DAY' }, 'replace');
  }, [isDue, change]);
}

/** A segment that is not there filters nothing, so it leaves the URL, and the filters say so. */
function useLostSegment({ segment }: View['state'], shown: View['shown'], change: View['change']): void {
  const isLost = segment !== null && shown !== null && !shown.overview.segments.some(({ id }) => id === segment);
  useEffect(() => {
    if (isLost) change({ segment: null, isUnread: true }, 'replace');
  }, [isLost, change]);
}

/** Everything that is drawn from the numbers. */
function Parts({ onDrawn }: { readonly onDrawn: (isDrawn: true) => void }) {
  const [arePanelsDrawn, setPanelsDrawn] = useState(false);
  const hasPaths = showsSection('paths');
  return (
    <>
      {showsSection('overview') && (
        <Following>
          <Overview />
        </Following>
      )}
      <Panels onDrawn={hasPaths ? setPanelsDrawn : onDrawn} />
      {/* It would count as near, and be read at once, if it came before the panels above it. */}
      {hasPaths && arePanelsDrawn && (
        <Following>
          <LazyPaths onDrawn={onDrawn} />
        </Following>
      )}
    </>
  );
}

/** A panel for each group of statistics, then the goals, drawn one after the other. */
function Panels({ onDrawn }: { readonly onDrawn: (isDrawn: true) => void }) {
  const groups = GROUPS.filter(({ key }) => showsSection(key));
  const step = useSteps(groups.length + 1);
  useEffect(() => {
    if (step > groups.length) onDrawn(true);
  }, [step, groups.length, onDrawn]);
  return (
    <div class="panels">
      {groups.slice(0, step).map(group => {
        const panel = (
          <Following key={group.key}>{group.key === 'events' ? <EventsPanel /> : <Panel group={group} />}</Following>
        );
        if (group.key !== 'places') return panel;
        return (
          <div class="places" key={group.key}>
            <Following>
              <WorldMap />
            </Following>
            {panel}
          </div>
        );
      })}
      {step > groups.length && showsSection('goals') && (
        <Following>
          <Goals />
        </Following>
      )}
    </div>
  );
}

const loadPaths = () => import('./paths.tsx');

/** Funnels and journeys, whose code is loaded once everything above them is there. */
function LazyPaths({ onDrawn }: { readonly onDrawn: (isDrawn: true) => void }) {
  const part = usePart(loadPaths);
  return part ? <part.Paths onDrawn={onDrawn} /> : <div class="paths" />;
}

/** The placeholders while the first numbers load, of the same size, so that nothing jumps. */
function Loading() {
  return (
    <div class="skeleton" role="status">
      <p class="hidden">{t('page.loading')}</p>
      <div class="ghost tiles-ghost" />
      <div class="ghost chart-ghost" />
      <div class="ghost panel-ghost" />
    </div>
  );
}
