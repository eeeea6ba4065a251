import { bandwidthInput, type bandwidthPurchase } from '@nimule/core/billing/profit/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import type { z } from 'zod';
import { useRead } from '../../../client/use-read.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { numberText } from '../../../ui/counted.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, NumberField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { today } from '../../../ui/today.ts';
import { DateText } from '../../../ui/values.tsx';

const columns: readonly SmallColumn<z.output<typeof bandwidthPurchase>>[] = [
  { header: 'From', cell: ({ validFrom }) => <DateText date={validFrom} /> },
  { header: 'Mbps', cell: ({ mbps }) => numberText(mbps), align: 'right' },
  { header: 'Set by', cell: ({ createdBy }) => createdBy },
];

const bandwidthForm = bandwidthInput.required({ validFrom: true });

/** Sets the bought bandwidth from a date (decision 10). */
export function BandwidthForm({ onClose }: { onClose: () => void }) {
  const history = useRead('listBandwidthPurchases');
  return (
    <RecordForm
      operation="addBandwidthPurchase"
      failure="Failed to set the bandwidth"
      title="Set Bought Bandwidth"
      description="The analysis of a month uses what is in force on its last day."
      schema={bandwidthForm}
      initial={{ mbps: '', validFrom: today() }}
      submitLabel="Set bandwidth"
      send={(body) => ({ body })}
      done={({ mbps, validFrom }) =>
        toast('Bandwidth set', `${numberText(mbps)} Mbps from ${formatDate(validFrom)}`)
      }
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
    </RecordForm>
  );
}
