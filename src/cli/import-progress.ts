import { rowsCounted } from '../domain/import-progress.ts';
import type { Import } from '../imports/imports.ts';

/** Says how an import is going, in one line each time it is asked. */
export class ImportProgress {
  #state = '';
  #since = 0;
  #rowsThen = 0;
  #progressThen = 0;

  /** `now` is any clock in milliseconds. The rate is that of the state which the import is in. */
  tell(shown: Import, now: number): string {
    const { state, kind, progress, rows } = shown;
    const done = state === 'reading' ? rows : rowsCounted(progress, kind, rows);
    if (state !== this.#state) {
      this.#state = state;
      this.#since = now;
      this.#rowsThen = done;
      this.#progressThen = progress;
    }
    const seconds = (now - this.#since) / 1000;
    const rate = seconds > 0 ? (done - this.#rowsThen) / seconds : 0;
    if (state !== 'reading' && state !== 'running') return state;
    const parts = [`${state}, ${Math.floor(progress * 100)} %`, `${numberText(done)} rows`];
    if (rate >= 1) parts.push(`${numberText(rate)} rows/s`);
    const gained = progress - this.#progressThen;
    if (rate >= 1 && gained > 0) parts.push(`${timeText(((1 - progress) / gained) * seconds)} left`);
    return parts.join(', ');
  }
}

function numberText(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

function timeText(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
