import { ClientError } from '../../../client/errors.ts';
import { toastFailure } from '../../../ui/overlay/toaster.tsx';

/** A failed call as a toast; another error is a bug. */
export function shownFailure(error: unknown): void {
  if (error instanceof ClientError) toastFailure(error);
  else reportError(error);
}
