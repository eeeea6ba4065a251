/** What the shell does itself, with its label in the user menu and in the search. */
export const ownActs = {
  light: 'Light theme',
  dark: 'Dark theme',
  system: 'Theme of the system',
  password: 'Change password',
  help: 'Help',
  keys: 'Keyboard shortcuts',
  signOut: 'Logout',
} as const;
export type OwnAct = keyof typeof ownActs;

/** Event on the window; its detail is the act. */
const DO = 'nimule:act';

export function doOwnAct(act: OwnAct): void {
  window.dispatchEvent(new CustomEvent(DO, { detail: act }));
}

/** Calls the function for each act of the shell. Answers a function that ends this. */
export function onOwnAct(does: (act: OwnAct) => void): () => void {
  const heard = (event: Event) => does((event as CustomEvent<OwnAct>).detail);
  window.addEventListener(DO, heard);
  return () => window.removeEventListener(DO, heard);
}
