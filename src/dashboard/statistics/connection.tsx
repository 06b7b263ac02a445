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
  const question = JSON.stringify(shown?.question);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the numbers answer says when there is something new.
  const news = useMemo(() => {
    const visitors = shown?.overview.summary.visitors.value ?? null;
    return visitors === null ? '' : `${t('metric.visitors')}: ${formatCount(visitors)}`;
  }, [question]);
  return (
    <p class={text ? 'connection' : 'hidden'} role="status">
      {/* Another element is said, too, if its text is that of the one before. */}
      <span key={text || question}>
        {text || news}
        {text !== '' && shown && ` ${ageText(shown, isLoading)}`}
      </span>
    </p>
  );
}

/** Says how old the numbers are and, if something else was asked for meanwhile, what they are of. */
function ageText({ at, question, asked, overview }: Shown, isOther: boolean): string {
  const time = formatTime(at, page.timezone);
  if (!isOther) return t('connection.age', { time });
  const segment = overview.segments.find(({ id }) => id === asked.segment);
  const filter = asked.conditions.map(part => describe(part));
  const { from, to } = question.days;
  return t('connection.ageOf', {
    time,
    what: formatList([formatRange(from, to), ...(segment ? [segment.name] : []), ...filter]),
  });
}
