import { useRef } from 'react';

/** Closes a dialog, and then does what was put off until it is closed. */
export function useClosing(onClose: () => void) {
  const after = useRef<() => void>(undefined);
  return {
    /** What the next closing is followed by. */
    followWith: (act: () => void) => {
      after.current = act;
    },
    close: () => {
      const act = after.current;
      after.current = undefined;
      onClose();
      act?.();
    },
  };
}
