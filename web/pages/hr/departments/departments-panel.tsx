import { EditIcon, PlusIcon, TrashIcon } from '@blueprintjs/icons';
import type { Department } from '@nimule/core/hr/departments/schema';
import { formatUsd } from '@nimule/core/kernel/money';
import { Link, useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { DeleteDialog } from '../../../parts/operation-dialog.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { Meter } from '../../../ui/meter.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import styles from '../hr.module.css';
import { LISTS } from '../hr-url.ts';
import { AddDepartmentForm, EditDepartmentForm } from './department-forms.tsx';

/** The departments as cards (seeds/001 2): name, employees, budget and manager. */
export function DepartmentsPanel() {
  const read = useRead('listDepartments');
  const { open, dialog } = useDialogs({
    add: (_: undefined, close) => <AddDepartmentForm onClose={close} />,
    edit: (department: Department, close) => (
      <EditDepartmentForm department={department} onClose={close} />
    ),
    remove: ({ id, name }: Department, close) => (
      <DeleteDialog
        operation="deleteDepartment"
        id={id}
        failure="Failed to delete department."
        title={`Delete ${name}?`}
        confirmLabel="Delete department"
        done={() => toast('Department Deleted', name)}
        onClose={close}
      >
        {name} is removed. A department that employees belong to, or did, cannot be deleted.
      </DeleteDialog>
    ),
  });
  return (
    <Panel
      title="Departments"
      actions={
        <AllowedOrDisabled to="hr.write">
          <ActionButton icon={<PlusIcon />} onClick={() => open('add', undefined)}>
            Add department
          </ActionButton>
        </AllowedOrDisabled>
      }
    >
      <Loaded read={read} loading="Loading the departments…" lines={6}>
        {(departments) =>
          departments.length === 0 ? (
            <Empty
              title="No departments yet"
              description="Each employee belongs to a department."
            />
          ) : (
            <ul className={styles.departments} aria-label="Departments">
              {departments.map((department) => (
                <li key={department.id} className={styles.department}>
                  <DepartmentCard
                    department={department}
                    onEdit={() => open('edit', department)}
                    onDelete={() => open('remove', department)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog}
    </Panel>
  );
}

interface DepartmentCardProps {
  department: Department;
  onEdit: () => void;
  onDelete: () => void;
}

function DepartmentCard({ department, onEdit, onDelete }: DepartmentCardProps) {
  const may = useMay();
  const { id, name, employees, manager } = department;
  return (
    <>
      <div className={styles.departmentHead}>
        <h3 className={styles.employeeName} dir="auto" title={name}>
          {name}
        </h3>
        {may('hr.write') && (
          <RowActions
            subject={name}
            actions={[
              { label: 'Edit', icon: <EditIcon />, onClick: onEdit },
              {
                label: 'Delete',
                icon: <TrashIcon />,
                onClick: onDelete,
                destructive: true,
                disabledReason:
                  employees === 0 ? undefined : `It has ${counted(employees, 'employee')}.`,
              },
            ]}
          />
        )}
      </div>
      <p>
        <EmployeesLink departmentId={id} name={name} count={employees} />
      </p>
      <Budget department={department} />
      <p className="quiet">
        Manager: <span dir="auto">{manager || 'none'}</span>
      </p>
    </>
  );
}

/** Opens the directory of the department. */
function EmployeesLink(props: { departmentId: number; name: string; count: number }) {
  const { departmentId, name, count } = props;
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set('view', 'employees');
  next.set(`${LISTS.employees}departmentId`, String(departmentId));
  return (
    <Link to={{ search: `?${next}` }} aria-label={`${counted(count, 'employee')} of ${name}`}>
      {counted(count, 'employee')}
    </Link>
  );
}

/** From this share of the budget on the bar warns. */
const OVER = 100.01;

/** Only for those who may see salaries: the answers of others lack the fields. */
function Budget({ department: { budget, salariesUsd } }: { department: Department }) {
  if (budget === undefined || salariesUsd === undefined) return null;
  if (budget === null)
    return (
      <p>
        <span className="quiet">No budget; salaries </span>
        <span className="numeric">{formatUsd(salariesUsd)}</span>
      </p>
    );
  const percent = budget === 0 ? (salariesUsd === 0 ? 0 : 200) : (salariesUsd / budget) * 100;
  return (
    <div>
      <p>
        <span className="quiet">Budget </span>
        <strong className="numeric">{formatUsd(budget)}</strong>
        <span className="quiet">, salaries </span>
        <span className={`numeric ${percent >= OVER ? styles.over : ''}`}>
          {formatUsd(salariesUsd)}
        </span>
      </p>
      <Meter percent={percent} warnFrom={OVER} />
    </div>
  );
}
