import { customerRoutes } from '@nimule/core/customers/routes';
import { useCallback } from 'react';
import { ClientError } from '../../client/errors.ts';
import { useRevalidate } from '../../client/use-mutation.ts';

const CONFLICT = 409;

/**
 * Waits for a change of a customer. When somebody else was faster, the customer is read again, so that the
 * next try begins with their version; the failure goes on to the form.
 */
export function useFreshAfterConflict(): <T>(change: Promise<T>) => Promise<T> {
  const revalidate = useRevalidate();
  return useCallback(
    async (change) => {
      try {
        return await change;
      } catch (error) {
        if (error instanceof ClientError && error.status === CONFLICT) {
          revalidate(customerRoutes.updateCustomer.touches);
        }
        throw error;
      }
    },
    [revalidate],
  );
}
