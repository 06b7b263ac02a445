import { useEffect, useMemo, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatCount, formatList, formatRange, formatTime } from '../format.ts';
import { t } from '../messages.ts';
import { describe } from './filter-words.ts';
import { isCut } from './retries.ts';
import type { Shown } from './use-statistics.ts';
import { useView } from './view.ts';

/**
 * Says that the device is offline or the server out of reach, and how old the numbers are meanwhile. To screen readers, it
 * says the numbers that answer another question, but not those that only replace older ones.
 */
export function Connection() {
  const { error, shown, isLoading } = useView();
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  const text = !isOnline ? t('connection.offline') : isCut(error) ? t('connection.retrying') : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the numbers answer says when there is something new.
  const news = useMemo(() => {
    const visitors = shown?.overview.summary.visitors.value ?? null;
    return shown && visitors !== null && `${t('metric.visitors')}: ${formatCount(visitors)}. ${subjectText(shown)}`;
  }, [JSON.stringify(shown?.question)]);
  return (
    <>
      <p class="hidden" role="status">
        {news}
      </p>
      <p class="connection" role="status">
        {text}
        {text !== '' && shown && ` ${ageText(shown, isLoading)}`}
      </p>
    </>
  );
}

/** Says how old the numbers are and, if something else was asked for meanwhile, what they are of. */
function ageText(shown: Shown, isOther: boolean): string {
  const time = formatTime(shown.at, page.timezone);
  return isOther ? t('connection.ageOf', { time, what: subjectText(shown) }) : t('connection.age', { time });
}

/** Returns the days, the segment and the filter of the numbers. */
function subjectText({ question, asked, overview }: Shown): string {
  const segment = overview.segments.find(({ id }) => id === asked.segment);
  const filter = asked.conditions.map(part => describe(part));
  const { from, to } = question.days;
  return formatList([formatRange(from, to), ...(segment ? [segment.name] : []), ...filter]);
}
