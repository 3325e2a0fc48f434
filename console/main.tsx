import '#ui/tokens.css';
import '#ui/base.css';
import './tokens.css';
import './base.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

// Hidden where `public/boot.js` is on its way to the language that was chosen: nothing is asked of the server twice.
if (!document.documentElement.hidden) createRoot(document.getElementById('root')!).render(<App />);
