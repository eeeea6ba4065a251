import type { Customer } from '@nimule/core/customers/schema';
import { dateInJuba, formatDate } from '@nimule/core/kernel/dates';
import { useState } from 'react';
import { useMutation } from '../../client/use-mutation.ts';
import { DISCONNECT_RULE, IS_OVERDUE } from '../../parts/disconnection.ts';
import { PromiseForm } from '../../parts/promise-form.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../ui/allowed.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import styles from './customers.module.css';

/** The promise to pay that holds the rule of disconnection back (decision 3). */
export function CustomerPromise({ customer }: { customer: Customer }) {
  const [dialog, setDialog] = useState<'set' | 'takeBack'>();
  const until = customer.doNotDisconnectUntil;
  const close = () => setDialog(undefined);
  return (
    <div className={styles.promise}>
      <div>
        <strong>
          {until ? `Do not disconnect until ${formatDate(until)}` : 'No promise to pay'}
        </strong>
        <p className="quiet">
          {until ? reasonOf(customer) : `The ${DISCONNECT_RULE} applies as it stands.`}
        </p>
      </div>
      <div className={styles.steps}>
        <AllowedOrDisabled to="customer.write">
          <ActionButton size="small" onClick={() => setDialog('set')}>
            {until ? 'Change' : 'Do not disconnect…'}
          </ActionButton>
        </AllowedOrDisabled>
        {until && (
          <AllowedOrDisabled to="customer.write">
            <ActionButton size="small" onClick={() => setDialog('takeBack')}>
              Take back
            </ActionButton>
          </AllowedOrDisabled>
        )}
      </div>
      {dialog === 'set' && <PromiseForm customer={customer} onClose={close} />}
      {dialog === 'takeBack' && <TakeBackDialog customer={customer} onClose={close} />}
    </div>
  );
}

function reasonOf({ doNotDisconnectUntil, doNotDisconnectReason }: Customer): string {
  const isOver = doNotDisconnectUntil !== null && doNotDisconnectUntil < dateInJuba(new Date());
  return isOver
    ? `${doNotDisconnectReason} (this date is over, the ${DISCONNECT_RULE} applies again)`
    : doNotDisconnectReason;
}

function TakeBackDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const set = useMutation('setPromise', { failure: 'Failed to take back the promise to pay.' });
  const { id, name, version } = customer;
  return (
    <ConfirmDialog
      title="Take the promise to pay back?"
      confirmLabel="Take back promise"
      onConfirm={async () => {
        await set.run({ params: { id }, body: { until: null, version } });
        toast('Promise Taken Back', `The ${DISCONNECT_RULE} applies to ${name} again.`);
      }}
      onClose={onClose}
    >
      From the next daily check on, {name} is suspended like anybody else while an invoice is{' '}
      {IS_OVERDUE}.
    </ConfirmDialog>
  );
}
