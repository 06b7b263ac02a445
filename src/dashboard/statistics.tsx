import './styles/all.css';
import { render } from 'preact';
import { page } from './base.ts';
import { formatShort } from './format.ts';
import { loadMessages } from './messages.ts';
import { keepFocus } from './parts/focus.ts';
import { printWholeByKeys } from './parts/nearness.ts';
import { todayIn } from './statistics/days.ts';
import { StatisticsPage } from './statistics/page.tsx';
import { readAhead } from './statistics/use-statistics.ts';

/** A number that is written in short. */
const LARGE = 10_000;

const root = document.getElementById('app');
if (root) {
  const loading = loadMessages();
  // Browsers load the data of the locale for the first date and number, which they can do while they wait for the texts.
  for (const early of [() => todayIn(page.timezone), readAhead, () => formatShort(LARGE)]) setTimeout(early);
  await loading;
  keepFocus();
  printWholeByKeys();
  render(<StatisticsPage />, root);
}
