import {
  EMPLOYEE_KNOWN,
  type Employee,
  employeeInput,
  employeeStatuses,
  employmentTypes,
} from '@nimule/core/hr/employees/schema';
import { payAccounts } from '@nimule/core/hr/schema';
import { z } from 'zod';
import { call } from '../../../client/call.ts';
import { useRead } from '../../../client/use-read.ts';
import { useRateOn } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { questionOf } from '../../../parts/same-reference.ts';
import { useMay } from '../../../ui/allowed.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import {
  CheckField,
  FieldRow,
  MoneyField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx';
import { formValuesOf, useFieldValue } from '../../../ui/form/form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { employeeStatusLabels, employmentLabels, payByLabels } from '../hr-words.ts';
import { EmployeeField } from './employee-field.tsx';

/** A department is chosen by its id. */
const fullForm = employeeInput
  .omit({ department: true, sameEmployee: true })
  .extend({ departmentId: z.string().min(1, 'Choose a department.') });
/** What is seen and changed without the permission for salaries. */
const formWithoutPay = fullForm.omit({
  baseSalary: true,
  payBy: true,
  bankName: true,
  bankAccount: true,
  mobileMoney: true,
  isTaxExempt: true,
  isSocialExempt: true,
  notes: true,
});

const NEW_EMPLOYEE = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  departmentId: '',
  position: '',
  baseSalary: '',
  employmentType: 'full-time',
  lastDay: '',
  status: 'active',
  payBy: 'bank',
  bankName: '',
  bankAccount: '',
  mobileMoney: '',
  isTaxExempt: false,
  isSocialExempt: false,
  managerId: '',
  userId: '',
  notes: '',
} as const;

const sameEmployee = (confirmLabel: string) =>
  questionOf({
    ...{ code: EMPLOYEE_KNOWN, answer: 'sameEmployee', confirmLabel },
    title: 'There is an employee like this one',
  });

interface AddEmployeeFormProps {
  onAdded?: (employee: Employee) => void;
  onClose: () => void;
}

/** A new employee (seeds/001 5). */
export function AddEmployeeForm({ onAdded, onClose }: AddEmployeeFormProps) {
  return (
    <RecordForm
      operation="createEmployee"
      failure="Failed to add employee. Please try again."
      title="Add Employee"
      schema={fullForm}
      initial={{ ...NEW_EMPLOYEE, hireDate: today() }}
      send={(body) => ({ body })}
      done={(employee) => {
        toast('Employee Added', `${employee.employeeNumber} ${employee.fullName}`);
        onAdded?.(employee);
      }}
      question={sameEmployee('Add as another person')}
      submitLabel="Add employee"
      onClose={onClose}
      width={720}
    >
      <PersonFields />
      <WorkFields />
      <PayFields />
    </RecordForm>
  );
}

function valuesOf(schema: typeof fullForm, { departmentId, ...employee }: Employee) {
  return { ...formValuesOf(schema, employee), departmentId: String(departmentId) };
}

interface EditEmployeeFormProps {
  employee: Employee;
  onClose: () => void;
}

/** Changes an employee; without the permission for salaries, all but the pay. */
export function EditEmployeeForm({ employee, onClose }: EditEmployeeFormProps) {
  const seesPay = useMay()('pay.read');
  const { id, employeeNumber } = employee;
  const schema = (seesPay ? fullForm : formWithoutPay) as typeof fullForm;
  return (
    <RecordForm
      operation="updateEmployee"
      failure="Failed to update employee."
      title={`Edit ${employeeNumber}`}
      schema={schema}
      record={employee}
      read={(): Promise<Employee> => call('getEmployee', { params: { id } })}
      initial={(current) => valuesOf(schema, current)}
      send={(typed, { version }) => ({ params: { id }, body: { ...typed, version } })}
      done={({ fullName }) => toast('Employee Updated', `${employeeNumber} ${fullName}`)}
      question={sameEmployee('Save as another person')}
      submitLabel="Save employee"
      onClose={onClose}
      width={720}
    >
      {(current) => (
        <>
          <PersonFields />
          <WorkFields employee={current} />
          {seesPay && <PayFields />}
        </>
      )}
    </RecordForm>
  );
}

function PersonFields() {
  return (
    <>
      <FieldRow>
        <TextField name="firstName" label="First name" maxLength={100} />
        <TextField name="lastName" label="Last name" maxLength={100} />
      </FieldRow>
      <FieldRow>
        <TextField name="email" label="Email" type="email" />
        <TextField
          name="phone"
          label="Telephone"
          type="tel"
          maxLength={40}
          placeholder="+211 XXX XXX XXX"
        />
      </FieldRow>
    </>
  );
}

const typeOptions = employmentTypes.map((value) => ({ value, label: employmentLabels[value] }));
const statusOptions = employeeStatuses.map((value) => ({
  value,
  label: employeeStatusLabels[value],
}));

function WorkFields({ employee }: { employee?: Employee }) {
  return (
    <FieldGroup legend="Work">
      <FieldRow>
        <DepartmentField />
        <TextField name="position" label="Position" maxLength={200} />
      </FieldRow>
      <FieldRow>
        <SelectField name="employmentType" label="Employment type" options={typeOptions} />
        <SelectField name="status" label="Status" options={statusOptions} />
      </FieldRow>
      <FieldRow>
        <DateField name="hireDate" label="Hire date" />
        <DateField name="lastDay" label="Last day" help="Blank while the employment goes on." />
      </FieldRow>
      <FieldRow>
        <EmployeeField
          name="managerId"
          label="Manager"
          initialLabel={employee?.manager ?? ''}
          {...(employee ? { without: employee.id } : {})}
        />
        <UserField employee={employee} />
      </FieldRow>
    </FieldGroup>
  );
}

function DepartmentField() {
  const { data = [] } = useRead('listDepartments');
  return (
    <SelectField
      name="departmentId"
      label="Department"
      none="Choose a department"
      options={data.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}

const MOST_USERS = 1000;

/** The account with which the employee sees their own payslips, leave and attendance. */
function UserField({ employee }: { employee: Employee | undefined }) {
  const { data } = useRead('listUsers', { query: { sort: 'username', pageSize: MOST_USERS } });
  const users = (data?.rows ?? []).map(({ id, username, fullName }) => ({
    value: String(id),
    label: username === undefined ? fullName : `${fullName} (${username})`,
  }));
  const { userId = null, username = '' } = employee ?? {};
  const isListed = userId === null || users.some(({ value }) => value === String(userId));
  return (
    <SelectField
      name="userId"
      label="User account"
      none="No account"
      help="With it, own payslips, leave and attendance are in the user menu."
      options={isListed ? users : [{ value: String(userId), label: username }, ...users]}
    />
  );
}

const payByOptions = payAccounts.map((value) => ({ value, label: payByLabels[value] }));

function PayFields() {
  const rate = useRateOn(today());
  const payBy = useFieldValue('payBy');
  return (
    <FieldGroup legend="Pay">
      <FieldRow>
        <MoneyField name="baseSalary" label="Monthly salary (USD)" rate={rate} />
        <SelectField name="payBy" label="Paid by" options={payByOptions} />
      </FieldRow>
      {payBy === 'bank' && (
        <FieldRow>
          <TextField name="bankName" label="Bank" maxLength={100} />
          <TextField name="bankAccount" label="Bank account" maxLength={60} />
        </FieldRow>
      )}
      {payBy === 'mobile_money' && (
        <TextField name="mobileMoney" label="Mobile money number" type="tel" maxLength={40} />
      )}
      <FieldRow>
        <CheckField name="isTaxExempt" label="Exempt from income tax" />
        <CheckField name="isSocialExempt" label="Exempt from social security" />
      </FieldRow>
      <TextAreaField name="notes" label="Notes" rows={2} />
    </FieldGroup>
  );
}
