import { Checkbox } from '@blueprintjs/core';
import { type Grant, grantable } from '@nimule/core/identity/permissions';
import type { User } from '@nimule/core/identity/schema';
import { grantableBy } from '@nimule/core/identity/users/rules';
import { useState } from 'react';
import { OperationDialog } from '../../parts/operation-dialog.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { useActor } from './acting.ts';

const labels: Record<Grant, string> = { 'invoice.edit': 'Edit invoices' };

/** Permissions granted to an account in addition to its role (seeds/000 6). */
export function GrantsForm({ user, onClose }: { user: User; onClose: () => void }) {
  const actor = useActor();
  const mine = grantableBy(actor);
  const [chosen, setChosen] = useState<readonly string[]>(user.grants ?? []);
  const toggle = (name: Grant) =>
    setChosen((before) =>
      before.includes(name) ? before.filter((other) => other !== name) : [...before, name],
    );
  return (
    <OperationDialog
      operation="grantUser"
      input={{ params: { id: user.id }, body: { grants: [...chosen] } }}
      failure="Failed to update user. Please try again."
      title={`What ${user.fullName} is granted`}
      confirmLabel="Save grants"
      done={() => toast('User Updated', `The grants of ${user.fullName} are saved.`)}
      onClose={onClose}
    >
      <p>Beyond what the role allows:</p>
      {grantable.map((name) => (
        <Checkbox
          key={name}
          label={
            mine.includes(name)
              ? labels[name]
              : `${labels[name]} (you cannot grant what you may not do yourself)`
          }
          checked={chosen.includes(name)}
          disabled={!mine.includes(name)}
          onChange={() => toggle(name)}
        />
      ))}
    </OperationDialog>
  );
}
