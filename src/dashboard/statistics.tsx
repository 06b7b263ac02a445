import './styles/all.css';
import { render } from 'preact';
import { loadMessages } from './messages.ts';
import { keepFocus } from './parts/focus.ts';
import { StatisticsPage } from './statistics/page.tsx';

const root = document.getElementById('app');
if (root) {
  await loadMessages();
  root.replaceChildren();
  keepFocus();
  render(<StatisticsPage />, root);
}
