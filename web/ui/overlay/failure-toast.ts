import { useEffect, useState } from 'react';
import type { Failure } from '../table/readable.ts';
import { toastFailure } from './toaster.tsx';

interface FailureToast {
  show: (failure: Failure, title: string) => void;
  /** Removes it: the cause is mended. */
  clear: () => void;
}

/** The toast of what failed in a form or a question. It goes when the cause is mended, and with the form. */
export function useFailureToast(): FailureToast {
  const [toast] = useState((): FailureToast => {
    let remove: (() => void) | undefined;
    return {
      show: (failure, title) => {
        remove = toastFailure(failure, title);
      },
      clear: () => {
        remove?.();
        remove = undefined;
      },
    };
  });
  useEffect(() => toast.clear, [toast]);
  return toast;
}
