import { Button, Intent } from '@blueprintjs/core';
import { CalculatorIcon, DownloadIcon } from '@blueprintjs/icons';
import { formatCash } from '@nimule/core/till/rules';
import { type TillDetail, tillOpenInput } from '@nimule/core/till/schema';
import { useRead } from '../../client/use-read.ts';
import { RecordForm } from '../../parts/record-form.tsx';
import { useAdding } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { FieldRow, MoneyField } from '../../ui/form/fields.tsx';
import { Stack } from '../../ui/layout.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Id, InstantText, KeyValues } from '../../ui/values.tsx';
import { CountForm } from './count-form.tsx';
import { TillContents } from './till-contents.tsx';
import { saveDayReport } from './till-report.ts';
import { TillStatusTag } from './till-tags.tsx';
import { bothText } from './till-words.ts';
import styles from './till.module.css';

/** The user's own till, from its float to its hand-over. */
export function OwnTill() {
  const read = useRead('getOwnTill');
  const opening = useAdding('till');
  // There is one open till for each user.
  const mayOpen = read.data !== undefined && read.data.till?.status !== 'open';
  return (
    <>
      <Loaded read={read} loading="Loading your till…" lines={8}>
        {({ till }) =>
          till === null ? (
            <NoTill onOpen={opening.open} />
          ) : (
            <Till till={till} onOpen={opening.open} />
          )
        }
      </Loaded>
      {opening.isOpen && mayOpen && <OpenForm onClose={opening.close} />}
    </>
  );
}

function NoTill({ onOpen }: { onOpen: () => void }) {
  const isRequired = useRead('getTillSettings').data?.isRequired ?? false;
  return (
    <Panel title="Your till is closed">
      <Empty
        icon={<CalculatorIcon size={32} />}
        title="You have no open till"
        description={
          isRequired
            ? 'Cash is taken and paid out only while your till is open. Open it with the change that you start with.'
            : 'Open one with the change that you start with. Cash from then on is counted with it until you hand it over.'
        }
        action={
          <Button intent={Intent.PRIMARY} onClick={onOpen}>
            Open till
          </Button>
        }
      />
    </Panel>
  );
}

function Till({ till, onOpen }: { till: TillDetail; onOpen: () => void }) {
  const counting = useAdding('count');
  const { tillNumber, status, openedAt, cashUsd, cashSsp } = till;
  const isOpen = status === 'open';
  return (
    <Stack>
      <Panel
        title={isOpen ? 'Your till' : 'Counted: waits for its hand-over'}
        {...(isOpen
          ? {}
          : {
              description: `Hand ${bothText({ USD: cashUsd, SSP: cashSsp })} over to a colleague who may accept it.`,
            })}
        actions={
          <>
            <ActionButton icon={<DownloadIcon />} onClick={() => saveDayReport(till)}>
              Day report
            </ActionButton>
            {isOpen ? (
              <ActionButton
                icon={<CalculatorIcon />}
                intent={Intent.PRIMARY}
                onClick={counting.open}
              >
                Count and close
              </ActionButton>
            ) : (
              <ActionButton intent={Intent.PRIMARY} onClick={onOpen}>
                Open a new till
              </ActionButton>
            )}
          </>
        }
      >
        <div className={styles.held}>
          <KeyValues
            items={[
              { label: 'US dollars', value: <strong>{formatCash('USD', cashUsd)}</strong> },
              { label: 'Pounds', value: <strong>{formatCash('SSP', cashSsp)}</strong> },
              { label: 'Till', value: <Id value={tillNumber} /> },
              { label: 'Status', value: <TillStatusTag status={status} /> },
              { label: 'Opened', value: <InstantText at={openedAt} /> },
            ]}
          />
        </div>
      </Panel>
      <TillContents till={till} />
      {counting.isOpen && isOpen && <CountForm till={till} onClose={counting.close} />}
    </Stack>
  );
}

/** Opens the user's till with the change that it starts with. */
function OpenForm({ onClose }: { onClose: () => void }) {
  return (
    <RecordForm
      operation="openTill"
      failure="Please try again."
      failureTitle="Failed to open the till"
      title="Open Till"
      description="The float is the change that you start with. Cash that you take or pay out from now on is counted with this till."
      schema={tillOpenInput}
      initial={{ floatUsd: '', floatSsp: '' }}
      send={({ floatUsd, floatSsp }) => ({
        body: { ...(floatUsd ? { floatUsd } : {}), ...(floatSsp ? { floatSsp } : {}) },
      })}
      done={({ tillNumber }) => toast('Till Opened', tillNumber)}
      submitLabel="Open till"
      busyLabel="Opening…"
      onClose={onClose}
    >
      <FieldRow>
        <MoneyField name="floatUsd" label="Float in US dollars" />
        <MoneyField name="floatSsp" label="Float in South Sudanese pounds" currency="SSP" />
      </FieldRow>
    </RecordForm>
  );
}
