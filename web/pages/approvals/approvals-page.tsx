import { CogIcon, RefreshIcon } from '@blueprintjs/icons';
import { approvalLimitsInput } from '@nimule/core/approvals/schema-limits';
import type { WaitingItem } from '@nimule/core/reports/approvals/schema';
import { titleOf } from '../../app/modules.ts';
import { useRead } from '../../client/use-read.ts';
import { OperationDialog } from '../../parts/operation-dialog.tsx';
import { SettingsDialog } from '../../parts/settings.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../ui/allowed.tsx';
import { MoneyField } from '../../ui/form/fields.tsx';
import { useDialogs } from '../../ui/overlay/dialogs.ts';
import { toast } from '../../ui/overlay/toaster.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Decidable, DecideForm } from './decide-form.tsx';
import { DecideRecord } from './decide-record.tsx';
import { WaitingList } from './waiting-list.tsx';

/** What waits for a second person, of all modules (decision 46). */
export function ApprovalsPage() {
  const read = useRead('listWaiting', {});
  const { open, dialog } = useDialogs({
    accept: (item: Decidable, close) => <DecideForm item={item} accept onClose={close} />,
    refuse: (item: Decidable, close) => <DecideForm item={item} accept={false} onClose={close} />,
    withdraw: (item: Decidable, close) => <WithdrawDialog item={item} onClose={close} />,
    limits: (_: undefined, close) => <LimitsForm onClose={close} />,
    decide: ([item, action]: [WaitingItem, 'approve' | 'reject'], close) => (
      <DecideRecord item={item} action={action} onClose={close} />
    ),
  });
  const list = (items: readonly WaitingItem[], label: string) => (
    <WaitingList
      label={label}
      items={items}
      onAccept={(item) => open('accept', item)}
      onRefuse={(item) => open('refuse', item)}
      onWithdraw={(item) => open('withdraw', item)}
      onDecide={(item, action) => open('decide', [item, action])}
    />
  );
  return (
    <Page
      title={titleOf('approvals')}
      description="What needs the decision of a second person. Nothing of it is posted before."
      actions={
        <>
          <AllowedOrDisabled to="money.limits">
            <ActionButton icon={<CogIcon />} onClick={() => open('limits', undefined)}>
              Limits
            </ActionButton>
          </AllowedOrDisabled>
          <ActionButton icon={<RefreshIcon />} loading={read.isRefreshing} onClick={read.refresh}>
            Refresh
          </ActionButton>
        </>
      }
    >
      <Loaded read={read} loading="Loading the approvals…" lines={8}>
        {(items) => {
          const mine = items.filter(({ mayDecide }) => mayDecide);
          const others = items.filter(({ mayDecide }) => !mayDecide);
          return (
            <>
              <Panel title={`For you to decide (${mine.length})`}>
                {mine.length === 0 ? (
                  <Empty
                    title="Nothing waits for you"
                    description="Requests that you may decide on are listed here."
                  />
                ) : (
                  list(mine, 'For you to decide')
                )}
              </Panel>
              {others.length > 0 && (
                <Panel title={`Waits for others (${others.length})`}>
                  {list(others, 'Waits for others')}
                </Panel>
              )}
            </>
          );
        }}
      </Loaded>
      {dialog}
    </Page>
  );
}

/** The amounts of a day to one payee above which another person decides (decision 68). */
function LimitsForm({ onClose }: { onClose: () => void }) {
  return (
    <SettingsDialog
      title="Limits"
      noun="limits"
      description="What one person gives to one payee on one day is added up. More than this waits for another person."
      read="approvalLimits"
      write="updateApprovalLimits"
      schema={approvalLimitsInput}
      saved="They apply from now on."
      onClose={onClose}
    >
      <MoneyField name="expenseUsd" label="Expenses of a category" />
      <MoneyField name="supplierPaymentUsd" label="Payments to a supplier without a bill" />
      <MoneyField name="advanceUsd" label="Advances to an employee" />
      <MoneyField name="refundUsd" label="Refunds to a customer" />
      <MoneyField name="grantUsd" label="Credit granted to a customer" />
    </SettingsDialog>
  );
}

/** Withdraws what the user has asked for. */
function WithdrawDialog({ item, onClose }: { item: Decidable; onClose: () => void }) {
  const { approvalId, record, summary } = item;
  return (
    <OperationDialog
      operation="withdrawApproval"
      input={{ params: { id: approvalId } }}
      failure="Failed to withdraw the request."
      title={`Withdraw ${record}?`}
      confirmLabel="Withdraw"
      done={() => toast('Withdrawn', record)}
      onClose={onClose}
    >
      {summary}. Nothing of it was done, and nobody decides on it any more.
    </OperationDialog>
  );
}
