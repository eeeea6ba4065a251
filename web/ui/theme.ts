export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const STORED = 'nimule.theme';
const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');

export function chosenTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** The effective theme: the chosen one, or that of the system. */
export function shownTheme(): 'light' | 'dark' {
  const chosen = chosenTheme();
  if (chosen !== 'system') return chosen;
  return systemDark().matches ? 'dark' : 'light';
}

/** Shows the theme; `startTheme` also follows changes. */
export function applyTheme(): void {
  const theme = shownTheme();
  document.documentElement.dataset.theme = theme;
  // Blueprint's dark theme.
  document.documentElement.classList.toggle('bp6-dark', theme === 'dark');
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, theme);
  applyTheme();
}

/** Applies the theme and updates it when the system or another tab changes it. */
export function startTheme(): void {
  applyTheme();
  systemDark().addEventListener('change', applyTheme);
  window.addEventListener('storage', (event) => {
    if (event.key === STORED || event.key === null) applyTheme();
  });
}
