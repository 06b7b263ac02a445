import './styles/all.css';
import { render } from 'preact';

render(<p>Hi</p>, document.getElementById('app')!);
