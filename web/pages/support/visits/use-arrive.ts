import type { Ticket } from '@nimule/core/support/schema';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { toastFailure } from '../../../ui/overlay/toaster.tsx';
import { toastUpdated, UPDATE_FAILURE } from '../ticket/update.ts';

/** Records the arrival at the place of a visit. */
export function useArrive() {
  const { run, busy } = useMutation('arriveAtVisit', { failure: UPDATE_FAILURE });
  const arrive = ({ id, version }: Pick<Ticket, 'id' | 'version'>) => {
    run({ params: { id }, body: { version } }).then(
      (answer) => toastUpdated(answer, 'You have arrived.'),
      (error: ClientError) => toastFailure(error),
    );
  };
  return { arrive, busy };
}
