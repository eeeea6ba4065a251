import type { Employee } from '@nimule/core/hr/employees/schema';
import { useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { PickField } from '../../../ui/form/pick-field.tsx';

const SHOWN = 20;

interface EmployeeFieldProps {
  name?: string;
  label?: string;
  /** Name of the initial employee. */
  initialLabel?: string;
  /** Only active employees. */
  activeOnly?: boolean;
  /** Left out of the results: an employee is not their own manager. */
  without?: number;
  help?: string;
  onPicked?: (employee: Employee) => void;
}

/** Form field that picks an employee by a search on the server. */
export function EmployeeField({
  name = 'employeeId',
  label = 'Employee',
  initialLabel = '',
  activeOnly = true,
  without,
  help,
  onPicked,
}: EmployeeFieldProps) {
  const [search, setSearch] = useState<string>();
  const found = useRead(
    'listEmployees',
    {
      query: {
        ...(search ? { q: search } : {}),
        ...(activeOnly ? { status: 'active' as const } : {}),
        sort: 'name',
        pageSize: SHOWN,
      },
    },
    { when: search !== undefined, keepPrevious: true },
  );
  const employees = (found.data?.rows ?? []).filter(({ id }) => id !== without);
  return (
    <PickField
      name={name}
      label={label}
      many="employees"
      placeholder="Search by name, number or position"
      initialLabel={initialLabel}
      options={employees.map(({ id, fullName, employeeNumber, position, department }) => ({
        value: String(id),
        label: fullName,
        code: employeeNumber,
        detail: [employeeNumber, position, department].filter(Boolean).join(' · '),
      }))}
      searched={search}
      isLoading={found.isLoading || found.isRefreshing}
      failure={found.error?.message}
      onSearch={setSearch}
      onRetry={found.refresh}
      onPicked={({ value }) => {
        const employee = employees.find(({ id }) => String(id) === value);
        if (employee) onPicked?.(employee);
      }}
      {...(help === undefined ? {} : { help })}
    />
  );
}
