import { LockIcon, UnlockIcon } from '@blueprintjs/icons';
import { formatDate, formatMonth, type IsoMonth } from '@nimule/core/kernel/dates';
import { useRead } from '../../../client/use-read.ts';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { useAdding } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

/** The state of a month; undefined for one that was never locked, or while it is read. */
function useMonthState(month: IsoMonth) {
  return useRead('listMonths').data?.find((state) => state.month === month);
}

/** Locks the month of the page, or unlocks it. */
export function MonthLock({ month }: { month: IsoMonth }) {
  const months = useRead('listMonths');
  const isLocked = months.data?.some((state) => state.month === month && state.isLocked) ?? false;
  const may = useMay();
  const asking = useAdding('month-lock');
  const name = formatMonth(month);
  const label = isLocked ? 'Unlock month' : 'Lock month';
  return (
    <>
      <AllowedOrDisabled to="month.lock">
        <ActionButton
          icon={isLocked ? <UnlockIcon /> : <LockIcon />}
          disabledReason={months.data ? undefined : 'The state of the month has not been read yet.'}
          onClick={asking.open}
        >
          {label}
        </ActionButton>
      </AllowedOrDisabled>
      {asking.isOpen && months.data && may('month.lock') && (
        <OperationDialog
          operation={isLocked ? 'unlockMonth' : 'lockMonth'}
          input={{ params: { month } }}
          failure="The month could not be changed. Please try again."
          title={isLocked ? `Unlock ${name}?` : `Lock ${name}?`}
          confirmLabel={label}
          done={() => toast(isLocked ? 'Month unlocked' : 'Month locked', name)}
          onClose={asking.close}
        >
          {isLocked
            ? `Entries dated in ${name} can be posted again.`
            : `Nothing can be posted in ${name} any more, until it is unlocked. Invoices, payments and expenses dated in it are refused too.`}
        </OperationDialog>
      )}
    </>
  );
}

/** What should be known about the month of the page: that it is locked, or before the opening of the books. */
export function MonthNotice({ month }: { month: IsoMonth }) {
  const state = useMonthState(month);
  const openingDate = useRead('openingDate').data?.openingDate ?? null;
  const isBefore = openingDate !== null && `${month}-01` < openingDate;
  if (!state?.isLocked && !isBefore) return null;
  return (
    <p className="quiet" role="status">
      {state?.isLocked && (
        <>
          <LockIcon size={12} /> {formatMonth(month)} is locked
          {state.lockedBy ? ` by ${state.lockedBy}` : ''}: nothing can be posted in it.{' '}
        </>
      )}
      {isBefore &&
        `These books begin on ${formatDate(openingDate)}: earlier revenue and expenses are not in them.`}
    </p>
  );
}
