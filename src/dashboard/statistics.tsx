import './styles/all.css';
import { render } from 'preact';
import { StatisticsPage } from './statistics/page.tsx';

const root = document.getElementById('app');
if (root) {
  root.replaceChildren();
  render(<StatisticsPage />, root);
}
