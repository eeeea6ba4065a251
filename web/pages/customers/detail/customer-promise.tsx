import type { Customer } from '@nimule/core/customers/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { useState } from 'react';
import { DISCONNECT_RULE, IS_OVERDUE } from '../../../parts/disconnection.ts';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { PromiseForm } from '../../../parts/promise-form.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { Inline } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import styles from './detail.module.css';

/** The promise to pay, which suspends the disconnect rule (decision 3). */
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
      <Inline>
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
      </Inline>
      {dialog === 'set' && <PromiseForm customer={customer} onClose={close} />}
      {dialog === 'takeBack' && <TakeBackDialog customer={customer} onClose={close} />}
    </div>
  );
}

function reasonOf({ doNotDisconnectUntil, doNotDisconnectReason }: Customer): string {
  const isOver = doNotDisconnectUntil !== null && doNotDisconnectUntil < today();
  return isOver
    ? `${doNotDisconnectReason} (this date is over, the ${DISCONNECT_RULE} applies again)`
    : doNotDisconnectReason;
}

function TakeBackDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { id, name, version } = customer;
  return (
    <OperationDialog
      operation="setPromise"
      input={{ params: { id }, body: { until: null, version } }}
      failure="Failed to take back the promise to pay."
      title="Take the promise to pay back?"
      confirmLabel="Take back promise"
      done={() => toast('Promise Taken Back', `The ${DISCONNECT_RULE} applies to ${name} again.`)}
      onClose={onClose}
    >
      From the next daily check on, {name} is suspended like anybody else while an invoice is{' '}
      {IS_OVERDUE}.
    </OperationDialog>
  );
}
