import { bandwidthInput, type bandwidthPurchase } from '@nimule/core/billing/profit/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import type { z } from 'zod';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, NumberField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { DateText } from '../../../ui/values.tsx';
import { today } from '../runs/business-days.ts';
import { type SmallColumn, SmallTable } from '../small-table.tsx';

const count = new Intl.NumberFormat('en-US');

const columns: readonly SmallColumn<z.output<typeof bandwidthPurchase>>[] = [
  { header: 'From', cell: ({ validFrom }) => <DateText date={validFrom} /> },
  { header: 'Mbps', cell: ({ mbps }) => count.format(mbps), align: 'right' },
  { header: 'Set by', cell: ({ createdBy }) => createdBy },
];

const bandwidthForm = bandwidthInput.required({ validFrom: true });

/** The Mbps bought from a day on (decision 10). */
export function BandwidthForm({ onClose }: { onClose: () => void }) {
  const add = useMutation('addBandwidthPurchase', { failure: 'Failed to set the bandwidth' });
  const history = useRead('listBandwidthPurchases');
  return (
    <FormDialog
      title="Set Bought Bandwidth"
      description="The analysis of a month uses what is in force on its last day."
      schema={bandwidthForm}
      initial={{ mbps: '', validFrom: today() }}
      submitLabel="Set bandwidth"
      submitError={add.error}
      onSubmit={async (input) => {
        const { mbps, validFrom } = await add.run({ body: input });
        toast('Bandwidth set', `${count.format(mbps)} Mbps from ${formatDate(validFrom)}`);
      }}
      onClose={onClose}
    >
      <FieldRow>
        <NumberField name="mbps" label="Bandwidth bought" unit="Mbps" />
        <DateField name="validFrom" label="Valid from" />
      </FieldRow>
      <Loaded read={history} loading="Loading what was set before…" lines={2}>
        {(purchases) =>
          purchases.length > 0 && (
            <SmallTable
              label="Bandwidth set so far"
              columns={columns}
              rows={purchases}
              rowKey={({ id }) => id}
              scrolls
            />
          )
        }
      </Loaded>
    </FormDialog>
  );
}
