import { useState } from 'react';
import { useStoredUser } from './session.ts';

/** A yes or no that this browser remembers for the user, such as whether a receipt is printed. */
export function useRemembered(name: string): [value: boolean, set: (value: boolean) => void] {
  const key = `nimule.${name}.${useStoredUser()?.id ?? 0}`;
  const [value, setValue] = useState(() => localStorage.getItem(key) !== null);
  return [
    value,
    (next) => {
      setValue(next);
      try {
        if (next) localStorage.setItem(key, 'yes');
        else localStorage.removeItem(key);
      } catch {
        // The storage is full or switched off: for this form only.
      }
    },
  ];
}
