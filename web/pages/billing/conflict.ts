import type { Route } from '@nimule/core/kernel/contract';
import { routes } from '@nimule/core/routes';
import { useCallback } from 'react';
import type { WriteOperation } from '../../client/call.ts';
import { ClientError } from '../../client/errors.ts';
import { useRevalidate } from '../../client/use-mutation.ts';

const CONFLICT = 409;

/**
 * Waits for a change; where somebody else was faster, reads again what the change touches, so that the
 * dialog opens with their version the next time. The failure goes on to the form.
 */
export function useFreshOnConflict(): <T>(
  operation: WriteOperation,
  change: Promise<T>,
) => Promise<T> {
  const revalidate = useRevalidate();
  return useCallback(
    async (operation, change) => {
      try {
        return await change;
      } catch (error) {
        const { touches = [] }: Route = routes[operation];
        if (error instanceof ClientError && error.status === CONFLICT) revalidate(touches);
        throw error;
      }
    },
    [revalidate],
  );
}
