import { Intent } from '@blueprintjs/core';
import {
  EditIcon,
  PauseIcon,
  PlayIcon,
  PlusIcon,
  SendMessageIcon,
  TrashIcon,
} from '@blueprintjs/icons';
import { formatDate, formatInstant } from '@nimule/core/kernel/dates';
import type { ListedSchedule } from '@nimule/core/reports/schedules/schema';
import { useCompany } from '../../../client/company.ts';
import { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { WRITTEN } from '../../../parts/messages/message-words.ts';
import { MailNotice } from '../../../parts/messages/unsent-notice.tsx';
import { DeleteDialog, OperationDialog } from '../../../parts/operation-dialog.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { counted } from '../../../ui/counted.ts';
import { Stack, TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import { nameColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { pageOf, useListState } from '../../../ui/table/list-state.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText } from '../../../ui/values.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import {
  daysText,
  deliveryTag,
  formatLabels,
  frequencyLabels,
  nameOf,
  periods,
} from './schedule-words.ts';

const columns: readonly Column<ListedSchedule>[] = [
  nameColumn(
    'title',
    'Report',
    ({ format, ownerName }) => `${formatLabels[format]}, with the rights of ${ownerName}`,
    { sortable: false },
  ),
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: ({ isActive }) => <StatusTag status={isActive ? 'active' : 'stopped'} />,
  },
  {
    id: 'every',
    header: 'Sent',
    cell: ({ every, nextOn, stoppedReason }) => (
      <TwoLines quiet={nextOn ? `next on ${formatDate(nextOn)}` : stoppedReason}>
        {frequencyLabels[every]}
      </TwoLines>
    ),
  },
  {
    id: 'recipients',
    header: 'To',
    cell: ({ recipients: [first, ...others] }) => (
      <TwoLines quiet={others.length > 0 && `and ${others.length} more`}>
        <span title={others.length > 0 ? [first, ...others].join(', ') : undefined}>{first}</span>
      </TwoLines>
    ),
  },
  {
    id: 'lastDelivery',
    header: 'Last sent',
    kind: 'date',
    align: 'left',
    cell: ({ lastDelivery: last }) =>
      last ? (
        <TwoLines quiet={`of ${daysText(last)}`}>
          <time dateTime={last.queuedAt.toISOString()}>{formatInstant(last.queuedAt)}</time>
        </TwoLines>
      ) : (
        <DateText date={null} none="Not yet" />
      ),
  },
  {
    id: 'result',
    header: 'Result',
    cell: ({ lastDelivery: last }) =>
      last ? (
        <TwoLines quiet={last.error}>
          <StatusTag {...deliveryTag(last)} />
        </TwoLines>
      ) : (
        <span className="quiet">–</span>
      ),
  },
];

const LIST = 'schedule-';

/** The server answers all schedules at once: searched and paged here. */
function searched(all: readonly ListedSchedule[], q = '') {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ title, recipients, ownerName }) => {
    const text = [title, ownerName, ...recipients].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const showFailure = (error: unknown) =>
  error instanceof ClientError ? toastFailure(error) : reportError(error);

/** Stops a report at one press. */
function useStop() {
  const { run, busy } = useMutation('updateReportSchedule', {
    failure: 'Failed to stop the scheduled report. Please try again.',
  });
  return (schedule: ListedSchedule) => {
    if (busy) return;
    const { id, report, format, every, recipients, version } = schedule;
    const body = { report, format, every, recipients: [...recipients], isActive: false, version };
    run({ params: { id }, body }).then(
      () => toast('Report stopped', `${nameOf(schedule)}, is not sent any more.`),
      showFailure,
    );
  };
}

/** What is sent by e-mail, to whom, when next, and what became of the last. */
export function SchedulesTable() {
  const list = useListState({ sort: 'title', sorts: [], prefix: LIST });
  const read = useRead('listReportSchedules');
  const stop = useStop();
  const { open, dialog } = useDialogs({
    add: (_none: undefined, close) => <ScheduleForm onClose={close} />,
    edit: (schedule: ListedSchedule, close) => <ScheduleForm schedule={schedule} onClose={close} />,
    send: (schedule: ListedSchedule, close) => <SendNow schedule={schedule} onClose={close} />,
    resume: (schedule: ListedSchedule, close) => <Resume schedule={schedule} onClose={close} />,
    delete: (schedule: ListedSchedule, close) => <Delete schedule={schedule} onClose={close} />,
  });
  const actionsOf = (schedule: ListedSchedule): RowAction[] => [
    {
      label: 'Send now',
      icon: <SendMessageIcon />,
      onClick: () => open('send', schedule),
      disabledReason: schedule.isActive
        ? undefined
        : 'The scheduled report is stopped: resume it to send it.',
    },
    { label: 'Edit', icon: <EditIcon />, onClick: () => open('edit', schedule) },
    schedule.isActive
      ? { label: 'Stop', icon: <PauseIcon />, onClick: () => stop(schedule) }
      : { label: 'Resume', icon: <PlayIcon />, onClick: () => open('resume', schedule) },
    {
      label: 'Delete',
      icon: <TrashIcon />,
      destructive: true,
      onClick: () => open('delete', schedule),
    },
  ];
  return (
    <>
      <MailNotice />
      <DataTable
        label="Reports by e-mail"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={nameOf}
        read={{ ...read, data: read.data && pageOf(searched(read.data, list.filter.q), list) }}
        list={list}
        search="Search by report or address"
        add={
          <ActionButton
            intent={Intent.PRIMARY}
            icon={<PlusIcon />}
            onClick={() => open('add', undefined)}
          >
            Schedule Report
          </ActionButton>
        }
        actions={actionsOf}
        empty={{
          title: 'No reports by e-mail yet',
          description:
            'Schedule a report, and it is sent each day, week or month to the addresses that you choose.',
        }}
      />
      {dialog}
    </>
  );
}

interface OfSchedule {
  schedule: ListedSchedule;
  onClose: () => void;
}

function SendNow({ schedule, onClose }: OfSchedule) {
  const company = useCompany();
  return (
    <OperationDialog
      operation="sendReportNow"
      input={{ params: { id: schedule.id } }}
      failure="Failed to send the report. Please try again."
      title={`Send ${schedule.title} now?`}
      confirmLabel="Send now"
      done={({ queued, ...days }) =>
        toast(
          company?.sendsMail === false ? WRITTEN : 'Report is being sent',
          `${counted(queued, 'e-mail')} of ${daysText(days)}`,
        )
      }
      onClose={onClose}
    >
      <Stack>
        <MailNotice />
        <p>
          The report of the last {periods[schedule.every]} that has ended is sent to{' '}
          {schedule.recipients.join(', ')}.
        </p>
      </Stack>
    </OperationDialog>
  );
}

function Resume({ schedule, onClose }: OfSchedule) {
  const { id, report, format, every, recipients, version, ownerName } = schedule;
  return (
    <OperationDialog
      operation="updateReportSchedule"
      input={{
        params: { id },
        body: { report, format, every, recipients: [...recipients], isActive: true, version },
      }}
      failure="Failed to resume the scheduled report. Please try again."
      title={`Resume ${schedule.title}?`}
      confirmLabel="Resume"
      done={({ nextOn }) =>
        toast('Report resumed', nextOn ? `It is sent next on ${formatDate(nextOn)}.` : '')
      }
      onClose={onClose}
    >
      From now on it is made with your rights, not with those of {ownerName}. Reports that were not
      sent in between are left out.
    </OperationDialog>
  );
}

function Delete({ schedule, onClose }: OfSchedule) {
  return (
    <DeleteDialog
      operation="deleteReportSchedule"
      id={schedule.id}
      failure="Failed to delete the scheduled report. Please try again."
      title={`Delete ${schedule.title} by e-mail?`}
      confirmLabel="Delete"
      done={() => toast('Scheduled report deleted', nameOf(schedule))}
      onClose={onClose}
    >
      {nameOf(schedule)}, is not sent any more, and e-mails that still wait are cancelled. Those
      that were sent stay.
    </DeleteDialog>
  );
}
