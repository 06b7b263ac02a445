import './styles/all.css';
import { render } from 'preact';
import { page } from './base.ts';
import { loadMessages } from './messages.ts';
import { keepFocus } from './parts/focus.ts';
import { todayIn } from './statistics/days.ts';
import { StatisticsPage } from './statistics/page.tsx';

const root = document.getElementById('app');
if (root) {
  const loading = loadMessages();
  // The first date takes a slow phone a tenth of a second, in which it waits for the network anyway.
  setTimeout(() => todayIn(page.timezone));
  await loading;
  root.replaceChildren();
  keepFocus();
  render(<StatisticsPage />, root);
}
