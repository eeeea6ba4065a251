import { CalendarIcon, DollarIcon, EditIcon } from '@blueprintjs/icons';
import type { Employee } from '@nimule/core/hr/employees/schema';
import { useMay, useRefusal } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { useFormFor } from '../hr-url.ts';
import { EditEmployeeForm } from './employee-form.tsx';

/** Edit and Process Payroll, the buttons of the card (seeds/001 2), with their dialog. */
export function useEmployeeActions(
  onProcess: (employee: { id: number }) => void,
): RecordActions<Employee> {
  const may = useMay();
  const refusal = useRefusal();
  const { open, dialog } = useDialogs({
    edit: (employee: Employee, close) => <EditEmployeeForm employee={employee} onClose={close} />,
  });
  const of = (employee: Employee): RowAction[] => [
    {
      label: 'Edit',
      icon: <EditIcon />,
      onClick: () => open('edit', employee),
      disabledReason: refusal('hr.write'),
    },
    // Roles that see no salaries are not offered payroll at all.
    ...(may('pay.read')
      ? [
          {
            label: 'Process Payroll',
            icon: <DollarIcon />,
            onClick: () => onProcess(employee),
            disabledReason: refusal('payroll.run'),
          },
        ]
      : []),
  ];
  return { of, dialog };
}

/** In the drawer: leave too. */
export function useEmployeeDrawerActions(
  onProcess: (employee: { id: number }) => void,
): RecordActions<Employee> {
  const card = useEmployeeActions(onProcess);
  const refusal = useRefusal();
  const { open } = useFormFor('leave');
  return {
    of: (employee) => [
      ...card.of(employee),
      {
        label: 'Ask for leave',
        icon: <CalendarIcon />,
        onClick: () => open(employee),
        disabledReason: refusal('hr.write'),
      },
    ],
    dialog: card.dialog,
  };
}
