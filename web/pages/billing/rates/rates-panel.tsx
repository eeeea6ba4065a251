import { EditIcon } from '@blueprintjs/icons';
import { formatDate } from '@nimule/core/kernel/dates';
import { type CurrencyRate, rateInput, ratePurposes } from '@nimule/core/rates/schema';
import { useRead } from '../../../client/use-read.ts';
import { formatRate, ratePurposeLabels } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useAdding } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, MoneyField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { Stack, TwoLines } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { today } from '../../../ui/today.ts';
import { DateText, InstantText } from '../../../ui/values.tsx';
import styles from './rates-panel.module.css';

const columns: readonly SmallColumn<CurrencyRate>[] = [
  {
    header: 'From',
    cell: ({ validFrom }) => (
      <TwoLines quiet={validFrom > today() && 'to come'}>
        <DateText date={validFrom} />
      </TwoLines>
    ),
  },
  { header: 'For', cell: ({ purpose }) => ratePurposeLabels[purpose] },
  { header: 'Rate', cell: ({ rate }) => formatRate(rate), align: 'right' },
  { header: 'Note', cell: ({ note }) => note || '–', minor: true },
  {
    header: 'Added',
    cell: ({ createdAt, createdBy }) => (
      <TwoLines quiet={<InstantText at={createdAt} />}>{createdBy}</TwoLines>
    ),
    minor: true,
  },
];

/** Currency Rates (decision 1): today's rates and their history. */
export function RatesPanel() {
  const current = useRead('currentRates');
  const history = useRead('listRates');
  const may = useMay();
  const updating = useAdding('rate');
  return (
    <Panel
      title="Currency Rates"
      description="A new rate applies from its date on; every document keeps the rate that it was made with as history, and open amounts are asked for at today's."
      actions={
        <AllowedOrDisabled to="rate.update">
          <ActionButton icon={<EditIcon />} onClick={updating.open}>
            Update Rates
          </ActionButton>
        </AllowedOrDisabled>
      }
    >
      <Stack>
        <Loaded read={current} loading="Loading today's rates…" lines={2}>
          {(rates) => (
            <dl className={styles.rates}>
              {ratePurposes.map((purpose) => (
                <div key={purpose}>
                  <dt>{ratePurposeLabels[purpose]}</dt>
                  <dd>{formatRate(rates[purpose])}</dd>
                </div>
              ))}
            </dl>
          )}
        </Loaded>
        <Loaded read={history} loading="Loading the history of rates…">
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty title="No rate yet" description="Add the first one with 'Update Rates'." />
            ) : (
              <SmallTable
                label="History of rates"
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                scrolls
              />
            )
          }
        </Loaded>
      </Stack>
      {updating.isOpen && may('rate.update') && <RateForm onClose={updating.close} />}
    </Panel>
  );
}

const rateForm = rateInput.required({ validFrom: true });

/** 'Update Rates' adds a dated rate and keeps earlier ones (decision 1). */
function RateForm({ onClose }: { onClose: () => void }) {
  return (
    <RecordForm
      operation="updateRate"
      failure="Failed to update the rate"
      title="Update Rates"
      description="Invoices and payments of that day and later use the new rate. Documents that exist keep theirs as history; what is still open is asked for in pounds at the rate of the day."
      schema={rateForm}
      initial={{ purpose: 'standard', rate: '', validFrom: today(), note: '' }}
      submitLabel="Add rate"
      send={(body) => ({ body })}
      done={({ rate, validFrom }) =>
        toast('Rate updated', `${formatRate(rate)} from ${formatDate(validFrom)}`)
      }
      onClose={onClose}
    >
      <SelectField
        name="purpose"
        label="Purpose"
        options={ratePurposes.map((value) => ({ value, label: ratePurposeLabels[value] }))}
      />
      <FieldRow>
        <RateField />
        <DateField name="validFrom" label="Valid from" />
      </FieldRow>
      <TextField name="note" label="Note" placeholder="Where the rate comes from" />
    </RecordForm>
  );
}

/** The new rate, with that of today for comparison. */
function RateField() {
  const purpose = useFieldValue('purpose') === 'voucher' ? 'voucher' : 'standard';
  const current = useRead('currentRates').data?.[purpose];
  return (
    <MoneyField
      name="rate"
      label="Pounds for 1 USD"
      currency="SSP"
      {...(current ? { help: `Today: ${formatRate(current)}` } : {})}
    />
  );
}
