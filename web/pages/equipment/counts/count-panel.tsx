import { Button, Callout, Intent } from '@blueprintjs/core';
import { ArrowLeftIcon, CrossIcon, DownloadIcon, TickIcon } from '@blueprintjs/icons';
import { formatUsd } from '@nimule/core/kernel/money';
import type { StockCountDetail } from '@nimule/core/stock/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { savePdf } from '../../../parts/documents.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Allowed, useMay, useRefusal } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { useDiscardQuestion } from '../../../ui/form/discard-question.tsx';
import { SelectedBy, useUnsaved } from '../../../ui/form/unsaved-changes.tsx';
import { Inline, Spread } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { DateText, Notes } from '../../../ui/values.tsx';
import { CountStatusTag } from '../equipment-tags.tsx';
import { CancelCountDialog, SubmitCountForm } from './count-dialogs.tsx';
import { CountLines } from './count-lines.tsx';
import styles from './counts.module.css';
import { type CountEntry, useCountEntry } from './use-count-entry.ts';

interface CountPanelProps {
  id: number;
  onClose: () => void;
}

/** A stock count: its sheet, its quantities and what is done with the differences. */
export function CountPanel({ id, onClose }: CountPanelProps) {
  const read = useRead('getStockCount', { params: { id } });
  return (
    <SelectedBy param="stock-count">
      <div className={styles.panel}>
        <div>
          <Button variant="minimal" icon={<ArrowLeftIcon />} onClick={onClose}>
            All stock counts
          </Button>
        </div>
        <Loaded
          read={read}
          loading="Loading the stock count…"
          failed="The stock count could not be loaded"
          lines={8}
        >
          {(count) => <Count count={count} />}
        </Loaded>
      </div>
    </SelectedBy>
  );
}

/** Whether quantities can be entered: a refused count is counted again. */
function isOpen({ status }: StockCountDetail): boolean {
  return status === 'counting' || status === 'refused';
}

function Count({ count }: { count: StockCountDetail }) {
  const { countId, date, status, notes, createdBy } = count;
  const may = useMay();
  const entry = useCountEntry(count);
  const question = useQuestion(countId, entry);
  const canEnter = isOpen(count) && may('stock.write');
  return (
    <>
      <Panel
        title={countId}
        description={
          <>
            Begun by <bdi>{createdBy}</bdi> on <DateText date={date} />
          </>
        }
        actions={<CountActions count={count} entry={entry} />}
      >
        <Spread>
          <Inline>
            <CountStatusTag status={status} />
            <span>
              {count.counted} of {counted(count.items, 'item')} counted
            </span>
            <span>{differencesText(count)}</span>
          </Inline>
          {canEnter && <SaveState entry={entry} />}
        </Spread>
        <StatusHint count={count} />
        {notes !== '' && (
          <div dir="auto">
            <Notes text={notes} />
          </div>
        )}
      </Panel>
      <CountLines count={count} entry={entry} canEnter={canEnter} />
      {question}
    </>
  );
}

/** Asks before quantities that could not be saved are discarded; the others are sent when the view is left. */
function useQuestion(countId: string, entry: CountEntry) {
  const { unsaved, wrong, failure, isSaving } = entry;
  const { ask, question } = useDiscardQuestion(countId);
  const release = useUnsaved({
    isDirty: wrong > 0 || (failure !== undefined && unsaved > 0 && !isSaving),
    isModal: false,
    ask: (proceed) =>
      ask(() => {
        entry.discard();
        release();
        proceed();
      }),
  });
  return question;
}

function differencesText({ differences, differenceUsd }: StockCountDetail): string {
  if (differences === 0) return 'no differences';
  return `${counted(differences, 'difference')}, ${formatUsd(differenceUsd)}`;
}

function quantities(number: number): string {
  return number === 1 ? '1 quantity' : `${number} quantities`;
}

/** Says whether all that is typed is saved. */
function SaveState({ entry }: { entry: CountEntry }) {
  const { failure, isSaving, unsaved, wrong, save } = entry;
  const right = unsaved - wrong;
  if (failure !== undefined && right > 0 && !isSaving) {
    return (
      <Callout compact intent={Intent.DANGER} role="alert">
        <Spread>
          <span>
            {quantities(right)} not saved: {failure}
          </span>
          <Button size="small" onClick={save}>
            Save again
          </Button>
        </Spread>
      </Callout>
    );
  }
  return (
    <span className="quiet" role="status">
      {isSaving || right > 0
        ? 'Saving…'
        : wrong > 0
          ? `${quantities(wrong)} cannot be saved`
          : 'All quantities are saved'}
    </span>
  );
}

function StatusHint({ count: { status, postedBy } }: { count: StockCountDetail }) {
  if (status === 'waiting') {
    return (
      <p className={styles.hint}>
        Another person has to accept the differences:{' '}
        <Link to={paths.view('approvals')}>see approvals</Link>. Nothing is posted before.
      </p>
    );
  }
  if (status === 'refused') {
    return (
      <p className={styles.hint}>
        The differences were refused. Correct the quantities and submit the count again, or cancel
        it.
      </p>
    );
  }
  if (status === 'posted' && postedBy !== '') {
    return (
      <p className={styles.hint}>
        Accepted and posted by <bdi>{postedBy}</bdi>.
      </p>
    );
  }
  return null;
}

/** Why the count cannot be submitted; undefined if it can. */
function submitProblem(count: StockCountDetail, { unsaved }: CountEntry): string | undefined {
  if (unsaved > 0) return 'Some quantities are not saved yet.';
  return count.counted === 0 ? 'Enter the quantity of at least one item.' : undefined;
}

function CountActions({ count, entry }: { count: StockCountDetail; entry: CountEntry }) {
  const { id, countId, status } = count;
  const refusal = useRefusal()('stock.write');
  const { open, dialog } = useDialogs({
    submit: (shown: StockCountDetail, close) => <SubmitCountForm count={shown} onClose={close} />,
    cancel: (shown: StockCountDetail, close) => <CancelCountDialog count={shown} onClose={close} />,
  });
  return (
    <>
      <Button
        icon={<DownloadIcon />}
        onClick={() => savePdf('stockCountSheet', { params: { id } }, `${countId}.pdf`)}
      >
        Sheet
      </Button>
      {(isOpen(count) || status === 'waiting') && (
        <Allowed to="stock.write">
          <Button icon={<CrossIcon />} onClick={() => open('cancel', count)}>
            Cancel count
          </Button>
        </Allowed>
      )}
      {isOpen(count) && (
        <ActionButton
          icon={<TickIcon />}
          intent={Intent.PRIMARY}
          disabledReason={refusal ?? submitProblem(count, entry)}
          onClick={() => open('submit', count)}
        >
          Submit
        </ActionButton>
      )}
      {dialog}
    </>
  );
}
