import { canonicalIp } from '@nimule/core/kernel/net-addresses';
import { z } from 'zod';
import { useClosing } from '../../../parts/operation-dialog.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';

const form = z.object({
  ip: z
    .string()
    .max(100)
    .refine((text) => canonicalIp(text) !== undefined, {
      error: 'Enter an IP address such as 10.20.30.40 or 2001:db8::1.',
    }),
});

interface AddressFormProps {
  /** Called once the dialog is closed: it leads to another address. */
  onChosen: (ip: string) => void;
  onClose: () => void;
}

/** Asks for an address whose sessions are listed. */
export function AddressForm({ onChosen, onClose }: AddressFormProps) {
  const closing = useClosing(onClose);
  return (
    <FormDialog
      title="Who Had an Address"
      description="Lists the ended sessions that had it; the filters ‘From’ and ‘Until’ narrow them to days."
      schema={form}
      initial={{ ip: '' }}
      submitLabel="Show sessions"
      submitError={undefined}
      onSubmit={async ({ ip }) => closing.followWith(() => onChosen(canonicalIp(ip) ?? ip))}
      onClose={closing.close}
    >
      <TextField name="ip" label="IP address" maxLength={45} placeholder="10.20.30.40" />
    </FormDialog>
  );
}
