import { Intent } from '@blueprintjs/core';
import { type Employee, employeeFilter } from '@nimule/core/hr/employees/schema';
import { formatUsd } from '@nimule/core/kernel/money';
import { useMemo } from 'react';
import { useList } from '../../../client/use-list.ts';
import { useRead } from '../../../client/use-read.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { ImportLink } from '../../../parts/import-link.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { CardList } from '../../../ui/table/card-list.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { useListState } from '../../../ui/table/list-state.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { PhoneLink } from '../../../ui/values.tsx';
import { departmentFilter } from '../departments/department-filter.ts';
import styles from '../hr.module.css';
import { LISTS } from '../hr-url.ts';
import { employmentLabels, payByLabels } from '../hr-words.ts';
import { useEmployeeActions } from './employee-actions.tsx';

const sorts = [
  { value: 'name', label: 'By name' },
  { value: 'employeeNumber', label: 'By number' },
  { value: 'department', label: 'By department' },
  { value: 'position', label: 'By position' },
  { value: '-hireDate', label: 'Latest hired' },
  { value: 'hireDate', label: 'Longest employed' },
  { value: 'status', label: 'By status' },
] as const;
const paySorts = [
  { value: '-baseSalary', label: 'Highest salary' },
  { value: 'baseSalary', label: 'Lowest salary' },
] as const;
const columns = ['name', 'employeeNumber', 'department', 'position', 'hireDate', 'status'] as const;

/** The list in the URL. Without the permission for salaries neither filters nor sorts that name them. */
function useEmployeeList() {
  const seesPay = useMay()('pay.read');
  const { data: departments } = useRead('listDepartments');
  const filters = useMemo(
    () =>
      defineFilters(employeeFilter, {
        departmentId: departmentFilter(departments),
        status: { label: 'Status', all: 'All statuses' },
        employmentType: {
          label: 'Employment type',
          all: 'All types',
          labels: employmentLabels,
        },
        employedOn: { label: 'Employed on', onlyIfSet: true },
        ...(seesPay
          ? {
              payBy: {
                label: 'Paid by',
                all: 'Any payment',
                options: ['bank', 'mobile_money', 'cash'],
                labels: payByLabels,
              },
            }
          : {}),
      }),
    [departments, seesPay],
  );
  return useListState({
    filters,
    sorts: seesPay ? [...columns, 'baseSalary' as const] : columns,
    sort: 'name',
    prefix: LISTS.employees,
  });
}

interface EmployeesTabProps {
  onAdd: () => void;
  onProcess: (employee: { id: number }) => void;
}

/** The directory of employees (seeds/001 2). */
export function EmployeesTab({ onAdd, onProcess }: EmployeesTabProps) {
  const seesPay = useMay()('pay.read');
  const list = useEmployeeList();
  const read = useList('listEmployees', list);
  const actions = useEmployeeActions(onProcess);
  return (
    <>
      <CardList
        label="Employees"
        rowKey={({ id }) => id}
        rowName={({ fullName }) => fullName}
        read={read}
        list={list}
        search="Search by name, number, e-mail, telephone or position"
        sorts={seesPay ? [...sorts, ...paySorts] : sorts}
        tools={
          <>
            <ImportLink type="employees">Import</ImportLink>
            <ExportMenu operation="exportEmployees" list={list} what="The employees of this list" />
          </>
        }
        card={(employee) => <EmployeeCard employee={employee} />}
        actions={actions.of}
        empty={{
          title: 'No employees yet',
          description: 'Add them one by one, or import the staff list.',
          action: (
            <AllowedOrDisabled to="hr.write">
              <ActionButton intent={Intent.PRIMARY} onClick={onAdd}>
                Add Employee
              </ActionButton>
            </AllowedOrDisabled>
          ),
        }}
        noMatch={{
          title: 'No employees found',
          description: 'No employees match your current search and filters.',
        }}
      />
      {actions.dialog}
    </>
  );
}

function EmployeeCard({ employee }: { employee: Employee }) {
  const { id, employeeNumber, fullName, status, department, position, email, phone } = employee;
  return (
    <div className={styles.employee}>
      <div className={styles.employeeHead}>
        <h3 className={styles.employeeName} title={fullName}>
          <RecordLink kind="employee" id={id} number={fullName} isName />
        </h3>
        <StatusTag status={status} />
      </div>
      <p dir="auto" title={position}>
        {position}
      </p>
      <p className="quiet">
        {department} · <span className="mono">{employeeNumber}</span>
      </p>
      <p className={styles.contact} title={email}>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p className={styles.lastLine}>
        <PhoneLink phone={phone} />
        {employee.baseSalary !== undefined && (
          <span className={styles.salary}>
            <strong className="numeric">{formatUsd(employee.baseSalary)}</strong>
            <span className="quiet"> a month</span>
          </span>
        )}
      </p>
    </div>
  );
}
