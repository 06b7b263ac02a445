import './styles/all.css';
