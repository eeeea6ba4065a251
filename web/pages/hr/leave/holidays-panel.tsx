import { Button, HTMLSelect } from '@blueprintjs/core';
import { EditIcon, PlusIcon, TrashIcon } from '@blueprintjs/icons';
import { type Holiday, holidayInput } from '@nimule/core/hr/leave/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { DeleteDialog } from '../../../parts/operation-dialog.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { today } from '../../../ui/today.ts';
import { DateText } from '../../../ui/values.tsx';
import { weekdayOf } from './calendar-rows.ts';

const AROUND = [1, 0, -1, -2, -3];

/** The public holidays of a year. */
export function HolidaysPanel() {
  const may = useMay();
  const [year, setYear] = useState(() => Number(today().slice(0, 4)));
  const read = useRead('listHolidays', { query: { year } }, { keepPrevious: true });
  const settings = useRead('getHrSettings');
  const { open, dialog } = useDialogs({
    add: (_: undefined, close) => <AddHolidayForm onClose={close} />,
    edit: (holiday: Holiday, close) => <EditHolidayForm holiday={holiday} onClose={close} />,
    remove: (holiday: Holiday, close) => (
      <DeleteDialog
        operation="deleteHoliday"
        id={holiday.id}
        failure="Failed to delete public holiday."
        title={`Delete ${holiday.name}?`}
        confirmLabel="Delete public holiday"
        done={() => toast('Public Holiday Deleted', `${holiday.name}, ${formatDate(holiday.date)}`)}
        onClose={close}
      >
        {holiday.name} on {formatDate(holiday.date)} is removed. Leave that was asked for keeps its
        days.
      </DeleteDialog>
    ),
  });
  const columns: readonly SmallColumn<Holiday>[] = [
    { header: 'Date', cell: ({ date }) => <DateText date={date} /> },
    { header: 'Day', minor: true, cell: ({ date }) => weekdayOf(date) },
    { header: 'Name', cell: ({ name }) => <span dir="auto">{name}</span> },
    { header: 'Added by', minor: true, cell: ({ createdBy }) => createdBy },
    ...(may('hr.write')
      ? [
          {
            header: 'Actions',
            align: 'right' as const,
            cell: (holiday: Holiday) => (
              <RowActions
                subject={holiday.name}
                actions={[
                  { label: 'Edit', icon: <EditIcon />, onClick: () => open('edit', holiday) },
                  {
                    label: 'Delete',
                    icon: <TrashIcon />,
                    onClick: () => open('remove', holiday),
                    destructive: true,
                  },
                ]}
              />
            ),
          },
        ]
      : []),
  ];
  const addButton = (
    <AllowedOrDisabled to="hr.write">
      <ActionButton icon={<PlusIcon />} onClick={() => open('add', undefined)}>
        Add public holiday
      </ActionButton>
    </AllowedOrDisabled>
  );
  return (
    <Panel
      title="Public holidays"
      description={
        settings.data &&
        (settings.data.countHolidays
          ? 'By the rules on the Overview tab they count as days of leave.'
          : 'By the rules on the Overview tab they do not count as days of leave.')
      }
      actions={
        <>
          <HTMLSelect
            aria-label="Year"
            value={String(year)}
            onChange={(event) => setYear(Number(event.target.value))}
            options={AROUND.map((by) => String(Number(today().slice(0, 4)) + by))}
          />
          {addButton}
        </>
      }
    >
      <Loaded read={read} loading="Loading the public holidays…" lines={6}>
        {(holidays) =>
          holidays.length === 0 ? (
            <Empty
              title={`No public holidays in ${year}`}
              description="Add the dates that the government has announced."
              action={
                year === Number(today().slice(0, 4)) ? undefined : (
                  <Button onClick={() => setYear(Number(today().slice(0, 4)))}>
                    Show this year
                  </Button>
                )
              }
            />
          ) : (
            <SmallTable
              label={`Public holidays of ${year}`}
              columns={columns}
              rows={holidays}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
      {dialog}
    </Panel>
  );
}

function AddHolidayForm({ onClose }: { onClose: () => void }) {
  return (
    <RecordForm
      operation="createHoliday"
      failure="Failed to add public holiday."
      title="Add public holiday"
      schema={holidayInput}
      initial={{ date: '', name: '' }}
      send={(body) => ({ body })}
      done={({ name, date }) => toast('Public Holiday Added', `${name}, ${formatDate(date)}`)}
      submitLabel="Add public holiday"
      onClose={onClose}
    >
      <HolidayFields />
    </RecordForm>
  );
}

function EditHolidayForm({ holiday, onClose }: { holiday: Holiday; onClose: () => void }) {
  const { id, version } = holiday;
  return (
    <RecordForm
      operation="updateHoliday"
      failure="Failed to update public holiday."
      title={`Edit ${holiday.name}`}
      schema={holidayInput}
      initial={formValuesOf(holidayInput, holiday)}
      send={(typed) => ({ params: { id }, body: { ...typed, version } })}
      done={({ name, date }) => toast('Public Holiday Updated', `${name}, ${formatDate(date)}`)}
      submitLabel="Save public holiday"
      onClose={onClose}
    >
      <HolidayFields />
    </RecordForm>
  );
}

function HolidayFields() {
  return (
    <>
      <DateField name="date" label="Date" />
      <TextField name="name" label="Name" maxLength={100} />
    </>
  );
}
