import { Button, InputGroup, Intent } from '@blueprintjs/core';
import { EditIcon } from '@blueprintjs/icons';
import type { Customer } from '@nimule/core/customers/schema';
import { localPhone, PHONE_MESSAGE, parsePhone } from '@nimule/core/kernel/phone';
import { type FormEvent, useId, useRef, useState } from 'react';
import { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import { PhoneLink } from '../../../ui/values.tsx';
import styles from './detail.module.css';

/** The phone number, with in-place editing for users with the permission. */
export function CustomerPhone({ customer }: { customer: Customer }) {
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const { phone } = customer;
  if (isEditing) {
    return (
      <PhoneForm
        customer={customer}
        onClose={() => {
          setEditing(false);
          // The button is rendered again after the form is closed.
          requestAnimationFrame(() => edit.current?.focus());
        }}
      />
    );
  }
  return (
    <span className={styles.inPlace}>
      <PhoneLink phone={phone} none="No telephone" />
      <Allowed to="customer.write">
        <Button
          ref={edit}
          variant="minimal"
          size="small"
          icon={<EditIcon />}
          aria-label="Edit telephone"
          onClick={() => setEditing(true)}
        />
      </Allowed>
    </span>
  );
}

function PhoneForm({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { id, phone, version } = customer;
  const [text, setText] = useState(localPhone(phone));
  const [error, setError] = useState<string>();
  const update = useMutation('updateCustomer', { failure: 'Failed to save the telephone.' });
  const messageId = useId();
  const save = async () => {
    const typed = text.trim();
    const number = typed === '' ? '' : parsePhone(typed);
    if (number === undefined) return setError(PHONE_MESSAGE);
    if (number !== phone) {
      try {
        await update.run({ params: { id }, body: { updates: { phone: number }, version } });
      } catch (failure) {
        if (!(failure instanceof ClientError)) throw failure;
        return toastFailure(failure);
      }
      toast('Telephone Saved', `${customer.customerId} ${customer.name}`);
    }
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save().catch(reportError);
  };
  return (
    <form className={styles.inPlace} noValidate aria-label="Telephone" onSubmit={submit}>
      <InputGroup
        type="tel"
        size="small"
        autoFocus
        autoComplete="off"
        maxLength={40}
        aria-label="Telephone"
        aria-invalid={error !== undefined}
        {...(error ? { 'aria-describedby': messageId } : {})}
        intent={error ? Intent.DANGER : Intent.NONE}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Close only this form, not the drawer.
          event.stopPropagation();
          onClose();
        }}
      />
      <Button type="submit" size="small" intent={Intent.PRIMARY} loading={update.busy}>
        Save
      </Button>
      <Button size="small" disabled={update.busy} onClick={onClose}>
        Cancel
      </Button>
      {error && (
        <span id={messageId} className={styles.refusal} role="alert">
          {error}
        </span>
      )}
    </form>
  );
}
