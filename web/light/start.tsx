import { type ReactNode, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import '../ui/theme.css';
import { startTheme } from '../ui/theme.ts';

/** Takes over the prerendered page; renders it where there is none, as in development. */
export function startPage(page: ReactNode): void {
  startTheme();
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  const shown = <StrictMode>{page}</StrictMode>;
  if (root.hasChildNodes()) hydrateRoot(root, shown);
  else createRoot(root).render(shown);
}
