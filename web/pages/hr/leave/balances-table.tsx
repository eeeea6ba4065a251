import { CalendarIcon, EditIcon } from '@blueprintjs/icons';
import {
  balanceFilter,
  carryOverInput,
  closeYearInput,
  type LeaveBalance,
  type LeaveType,
  leaveTypeNames,
} from '@nimule/core/hr/leave/schema';
import { useMemo } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { daysText, decimalText } from '../../../parts/leave/leave-words.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { FieldRow, NumberField, SelectField, TextAreaField } from '../../../ui/form/fields.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { today } from '../../../ui/today.ts';
import { departmentFilter } from '../departments/department-filter.ts';
import { LISTS } from '../hr-url.ts';

const YEARS_BACK = 5;
const thisYear = () => Number(today().slice(0, 4));

type DaysField = 'carriedOver' | 'accrued' | 'accruedByYearEnd' | 'taken' | 'planned' | 'pending';

function daysColumn(
  field: DaysField,
  header: string,
  settings: Partial<Column<LeaveBalance>> = {},
): Column<LeaveBalance> {
  const cell = (row: LeaveBalance) =>
    row[field] === 0 ? <span className="quiet">–</span> : decimalText(row[field]);
  return { id: field, header, kind: 'count', cell, ...settings };
}

/** 'Sick Leave 3, Personal Leave 1'. */
function othersText({ others }: LeaveBalance): string {
  return Object.entries(others)
    .filter(([, days]) => days > 0)
    .map(([type, days]) => `${leaveTypeNames[type as LeaveType] ?? type} ${decimalText(days)}`)
    .join(', ');
}

const columns: readonly Column<LeaveBalance>[] = [
  {
    id: 'name',
    header: 'Employee',
    priority: 1,
    sortable: true,
    cell: ({ employeeName, employeeNumber }) => (
      <TwoLines quiet={<span className="mono">{employeeNumber}</span>}>
        <strong dir="auto">{employeeName}</strong>
      </TwoLines>
    ),
  },
  daysColumn('carriedOver', 'Carried over'),
  daysColumn('accrued', 'Earned so far'),
  daysColumn('accruedByYearEnd', 'By year end', { lesser: true, priority: 3 }),
  daysColumn('taken', 'Taken'),
  daysColumn('planned', 'Planned'),
  daysColumn('pending', 'Pending', { lesser: true }),
  {
    id: 'balance',
    header: 'Left',
    kind: 'count',
    sortable: true,
    priority: 1,
    cell: ({ balance }) => <strong>{daysText(balance)}</strong>,
  },
  {
    id: 'others',
    header: 'Other leave taken',
    priority: 4,
    cell: (row) => othersText(row) || <span className="quiet">–</span>,
  },
];

function useBalanceList() {
  const { data: departments } = useRead('listDepartments');
  const filters = useMemo(
    () =>
      defineFilters(balanceFilter, {
        year: {
          label: 'Year',
          all: `This year, ${thisYear()}`,
          options: [1, ...Array.from({ length: YEARS_BACK }, (_, index) => -index - 1)].map((by) =>
            String(thisYear() + by),
          ),
        },
        departmentId: departmentFilter(departments),
      }),
    [departments],
  );
  return {
    filters,
    sorts: ['name', 'balance'],
    sort: 'name',
    prefix: LISTS.balances,
  };
}

/** Annual leave of a year by employee (seeds/001 9). */
export function BalancesTable() {
  const may = useMay();
  const { open, dialog } = useDialogs({
    carryOver: (balance: LeaveBalance, close) => (
      <CarryOverForm balance={balance} onClose={close} />
    ),
    close: (_: undefined, close) => <CloseYearForm onClose={close} />,
  });
  return (
    <>
      <RecordList
        operation="listLeaveBalances"
        label="Annual leave"
        columns={columns}
        rowKey={({ employeeId }) => employeeId}
        rowName="employeeName"
        list={useBalanceList()}
        search="Search by name or number"
        tools={
          <AllowedOrDisabled to="hr.write">
            <ActionButton icon={<CalendarIcon />} onClick={() => open('close', undefined)}>
              Close a year
            </ActionButton>
          </AllowedOrDisabled>
        }
        {...(may('hr.write')
          ? {
              actions: (balance: LeaveBalance) => [
                {
                  label: 'Set carry-over',
                  icon: <EditIcon />,
                  onClick: () => open('carryOver', balance),
                },
              ],
            }
          : {})}
        empty={{
          title: 'No employees in this year',
          description: 'Annual leave is earned from the hire date.',
        }}
      />
      {dialog}
    </>
  );
}

const carryOverForm = carryOverInput;

/** Sets the days that an employee takes over into the year of the list. */
function CarryOverForm({ balance, onClose }: { balance: LeaveBalance; onClose: () => void }) {
  const { employeeId, employeeName, year, carriedOver } = balance;
  return (
    <RecordForm
      operation="setCarryOver"
      failure="Failed to set the carry-over."
      title={`Carry-over of ${employeeName}`}
      description={`Days of annual leave taken over into ${year}. Below zero for leave taken in advance.`}
      schema={carryOverForm}
      initial={{ year: String(year) as never, days: carriedOver, note: '' }}
      send={(typed) => ({
        params: { id: employeeId },
        body: { ...typed, days: Number(typed.days) },
      })}
      done={(after) =>
        toast('Carry-over Set', `${employeeName} has ${daysText(after.balance)} left of ${year}.`)
      }
      submitLabel="Set carry-over"
      onClose={onClose}
    >
      <NumberField name="days" label="Days" unit="days" isDecimal />
      <TextAreaField name="note" label="Reason" rows={2} />
    </RecordForm>
  );
}

/** Takes the annual leave that is left of a past year over into the next, for everybody. */
function CloseYearForm({ onClose }: { onClose: () => void }) {
  const settings = useRead('getHrSettings');
  const years = Array.from({ length: YEARS_BACK }, (_, index) => String(thisYear() - index - 1));
  const most = settings.data
    ? `At most ${daysText(settings.data.carryOverDays)} each, as set in the rules on the Overview tab.`
    : '';
  return (
    <RecordForm
      operation="closeLeaveYear"
      failure="Failed to close the year."
      title="Close a year of leave"
      description={`The annual leave that is left of a past year is taken over into the next. ${most} Entries that exist are kept.`}
      schema={closeYearInput}
      initial={{ year: years[0]! as never }}
      send={(body) => ({ body })}
      done={({ year, carriedOver, kept }) =>
        toast(
          'Year Closed',
          `${counted(carriedOver, 'employee')} carried leave of ${year} over${kept === 0 ? '.' : `; ${counted(kept, 'entry')} kept.`}`,
        )
      }
      submitLabel="Close year"
      onClose={onClose}
    >
      <FieldRow>
        <SelectField name="year" label="Year" options={years} />
      </FieldRow>
    </RecordForm>
  );
}
