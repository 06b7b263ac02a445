import { useEffect, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatList, formatRange, formatTime } from '../format.ts';
import { t } from '../messages.ts';
import { describe } from './filter-words.ts';
import { isCut } from './retries.ts';
import type { Shown } from './use-statistics.ts';
import { useView } from './view.ts';

/** Says that the device is offline or the server out of reach, and how old the numbers are meanwhile. */
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
  return (
    <p class="connection" role="status">
      {text}
      {text !== '' && shown && ` ${ageText(shown, isLoading)}`}
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
