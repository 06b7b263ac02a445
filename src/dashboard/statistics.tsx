import './styles/all.css';
import { render } from 'preact';
import { page } from './base.ts';
import { loadMessages } from './messages.ts';
import { keepFocus } from './parts/focus.ts';
import { printWholeByKeys } from './parts/nearness.ts';
import { todayIn } from './statistics/days.ts';
import { StatisticsPage } from './statistics/page.tsx';
import { readAhead } from './statistics/use-statistics.ts';

const root = document.getElementById('app');
if (root) {
  const loading = loadMessages();
  // Browsers load the data of the locale for the first date, which they can do while they wait for the messages.
  setTimeout(() => todayIn(page.timezone));
  setTimeout(readAhead);
  await loading;
  keepFocus();
  printWholeByKeys();
  render(<StatisticsPage />, root);
}
