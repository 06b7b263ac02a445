import { useEffect, useState } from 'preact/hooks';
import { formatTime } from '../format.ts';
import { t } from '../messages.ts';
import { isCut } from './retries.ts';
import { useView } from './view.ts';

/** Says that the device is offline or the server out of reach, and how old the numbers are meanwhile. */
export function Connection() {
  const { error, shown } = useView();
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
      {text !== '' && shown && ` ${t('connection.age', { time: formatTime(shown.at) })}`}
    </p>
  );
}
