import { type Department, departmentInput } from '@nimule/core/hr/departments/schema';
import { useRateOn } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useMay } from '../../../ui/allowed.tsx';
import { MoneyField, TextField } from '../../../ui/form/fields.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { EmployeeField } from '../employees/employee-field.tsx';

/** The budget belongs to those who may see salaries. */
function useFormSchema(): typeof departmentInput {
  const seesPay = useMay()('pay.read');
  const schema = seesPay ? departmentInput : departmentInput.omit({ budget: true });
  return schema as typeof departmentInput;
}

export function AddDepartmentForm({ onClose }: { onClose: () => void }) {
  return (
    <RecordForm
      operation="createDepartment"
      failure="Failed to add department."
      title="Add department"
      schema={useFormSchema()}
      initial={{ name: '', budget: '', managerId: '' }}
      send={(body) => ({ body })}
      done={({ name }) => toast('Department Added', name)}
      submitLabel="Add department"
      onClose={onClose}
    >
      <DepartmentFields manager="" />
    </RecordForm>
  );
}

interface EditDepartmentFormProps {
  department: Department;
  onClose: () => void;
}

export function EditDepartmentForm({ department, onClose }: EditDepartmentFormProps) {
  const schema = useFormSchema();
  const { id, name: before, manager, version } = department;
  return (
    <RecordForm
      operation="updateDepartment"
      failure="Failed to update department."
      title={`Edit ${before}`}
      schema={schema}
      initial={formValuesOf(schema, department)}
      send={(typed) => ({ params: { id }, body: { ...typed, version } })}
      done={({ name }) => toast('Department Updated', name)}
      submitLabel="Save department"
      onClose={onClose}
    >
      <DepartmentFields manager={manager} />
    </RecordForm>
  );
}

function DepartmentFields({ manager }: { manager: string }) {
  const seesPay = useMay()('pay.read');
  const rate = useRateOn(today());
  return (
    <>
      <TextField name="name" label="Name" maxLength={100} />
      <EmployeeField name="managerId" label="Manager" initialLabel={manager} />
      {seesPay && (
        <MoneyField name="budget" label="Budget for salaries a month (USD)" rate={rate} />
      )}
    </>
  );
}
