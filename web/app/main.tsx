import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { ignoreKeysPressedElsewhere, sendFormsByKey } from '../ui/keyboard.ts';
import '../ui/theme.css';
import { startTheme } from '../ui/theme.ts';
import { AppRoutes, preload } from './routes.tsx';

startTheme();
ignoreKeysPressedElsewhere();
sendFormsByKey();
preload(window.location.href);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>
  </StrictMode>,
);
