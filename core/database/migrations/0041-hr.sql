-- Departments, employees, payroll, leave and attendance.

insert into accounts (code, name, type, parent_code, level, normal_balance, is_cash, currency, cash_flow, expense_class) values
  ('2350', 'Other Deductions', 'LIABILITY', '2300', 2, 'CREDIT', false, 'USD', 'operating', null);

create table departments (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  name_key text not null collate "C" constraint departments_name unique,
  -- US cents a month; null where none is set.
  budget_cents cents check (budget_cents >= 0),
  manager_id bigint,
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
insert into departments (name, name_key, created_at, created_by, updated_at)
select name, lower(name), '2000-01-01T00:00:00Z', 'system', '2000-01-01T00:00:00Z'
from unnest(array['Network Operations', 'Customer Service', 'Technical Support', 'Finance & Accounting',
  'Sales & Marketing', 'Administration']) with ordinality each (name, place) order by place;

create table employees (
  id bigint generated always as identity primary key,
  -- EMP-001.
  employee_number text not null collate "C" constraint employees_number unique,
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  email text not null check (email <> ''),
  phone text not null,
  department_id bigint not null references departments (id),
  position text not null check (position <> ''),
  -- US cents a month.
  base_salary_cents cents not null check (base_salary_cents >= 0),
  employment_type text not null collate "C" check (employment_type in ('full-time', 'part-time', 'contract', 'intern')),
  hire_date date not null,
  status text not null collate "C" default 'active' check (status in ('active', 'inactive', 'suspended', 'terminated')),
  -- The last day of work, known beforehand or past.
  last_day date,
  -- How and where the salary is paid.
  pay_by text not null collate "C" default 'bank' check (pay_by in ('cash', 'bank', 'mobile_money')),
  bank_name text not null default '',
  bank_account text not null default '',
  mobile_money text not null default '',
  is_tax_exempt boolean not null default false,
  is_social_exempt boolean not null default false,
  manager_id bigint references employees (id),
  -- The sign-in of the employee; it may be deleted.
  user_id bigint constraint employees_user unique references users (id) on delete set null,
  notes text not null default '',
  search_text text not null collate "C",
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint employees_last_day check (last_day >= hire_date),
  constraint employees_terminated check (status <> 'terminated' or last_day is not null),
  constraint employees_manager check (manager_id <> id)
);
create index employees_department on employees (department_id, id);
create index employees_managed_by on employees (manager_id) where manager_id is not null;
create index employees_search on employees using gin (search_text gin_trgm_ops);
alter table departments add constraint departments_manager_fk foreign key (manager_id) references employees (id);
create index departments_managed_by on departments (manager_id) where manager_id is not null;
alter table journal_lines add constraint journal_lines_employee_fk foreign key (employee_id) references employees (id);

-- Tax and social security from a day on; of several for one day the last counts.
create table hr_rates (
  id bigint generated always as identity primary key,
  valid_from date not null,
  -- 'flat' and 'progressive' tax the part of the pay in each bracket, 'whole' all of it at the rate of its bracket.
  tax_kind text not null collate "C" check (tax_kind in ('flat', 'progressive', 'whole')),
  -- The currency of the brackets; pay in US dollars is converted at the rate of the payroll.
  tax_currency text not null collate "C" check (tax_currency in ('USD', 'SSP')),
  -- [{"from": cents a month, "points": hundredths of a percent}], from 0 upwards; one bracket if flat.
  brackets jsonb not null check (jsonb_typeof(brackets) = 'array' and jsonb_array_length(brackets) between 1 and 30),
  -- Hundredths of a percent of gross pay.
  social_points integer not null check (social_points between 0 and 10000),
  employer_points integer not null check (employer_points between 0 and 10000),
  note text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  constraint hr_rates_flat check (tax_kind <> 'flat' or (jsonb_array_length(brackets) = 1 and tax_currency = 'USD'))
);
create index hr_rates_lookup on hr_rates (valid_from desc, id desc);
create trigger hr_rates_append_only before update or delete or truncate on hr_rates
  for each statement execute function refuse_change();
insert into hr_rates (valid_from, tax_kind, tax_currency, brackets, social_points, employer_points, note, created_at, created_by) values
  ('2000-01-01', 'flat', 'USD', '[{"from": 0, "points": 1500}]', 800, 0, 'First rates', '2000-01-01T00:00:00Z', 'system');

-- Payrolls that were made together for a month.
create table payroll_batches (
  id bigint generated always as identity primary key,
  -- PB-2026-0001.
  batch_number text not null collate "C" constraint payroll_batches_number unique,
  month date not null check (extract(day from month) = 1),
  created_at timestamptz not null,
  created_by text not null,
  created_by_id bigint
);
create index payroll_batches_month on payroll_batches (month, id);

create table payrolls (
  id bigint generated always as identity primary key,
  -- PR-2026-0001.
  payroll_number text not null collate "C" constraint payrolls_number unique,
  employee_id bigint not null references employees (id),
  batch_id bigint references payroll_batches (id),
  start_date date not null,
  end_date date not null,
  -- US cents, all of them.
  base_cents cents not null check (base_cents >= 0),
  overtime_cents cents not null check (overtime_cents >= 0),
  bonus_cents cents not null check (bonus_cents >= 0),
  gross_cents cents not null,
  tax_cents cents not null check (tax_cents >= 0),
  social_cents cents not null check (social_cents >= 0),
  employer_social_cents cents not null check (employer_social_cents >= 0),
  -- Repaid of advances, and other deductions.
  advance_cents cents not null check (advance_cents >= 0),
  other_cents cents not null check (other_cents >= 0),
  net_cents cents not null,
  -- Typed instead of computed; they stay when the payroll is edited.
  is_tax_typed boolean not null default false,
  is_social_typed boolean not null default false,
  -- Overtime of the attendance in the period, in hundredths of an hour, whether it was added or not.
  overtime_hundredths integer not null default 0 check (overtime_hundredths >= 0),
  hr_rate_id bigint not null references hr_rates (id),
  -- SSP cents for one US dollar on the last day, or on the day of processing if that is earlier.
  rate_cents cents not null check (rate_cents > 0),
  status text not null collate "C" default 'processed' check (status in ('processed', 'approved', 'paid', 'reversed')),
  notes text not null default '',
  search_text text not null collate "C",
  processed_at timestamptz not null,
  processed_by text not null,
  processed_by_id bigint,
  -- Who changed its amounts last; whoever did so does not approve it.
  changed_by text not null,
  changed_by_id bigint,
  -- The date of its entry: the last day of the period.
  posted_on date,
  approved_by text not null default '',
  approved_by_id bigint,
  approved_at timestamptz,
  -- Approved by the maker, because no other active user holds the permission.
  is_sole boolean not null default false,
  paid_on date,
  reversed_on date,
  reversed_at timestamptz,
  reversed_by text not null default '',
  reversal_reason text not null default '',
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint payrolls_period check (end_date >= start_date),
  constraint payrolls_gross check (gross_cents = base_cents + overtime_cents + bonus_cents),
  constraint payrolls_net_sum check (net_cents = gross_cents - tax_cents - social_cents - advance_cents - other_cents),
  constraint payrolls_net check (net_cents >= 0),
  constraint payrolls_approved check ((approved_at is null) = (posted_on is null)),
  constraint payrolls_status check (case status
    when 'processed' then approved_at is null and reversed_on is null
    when 'reversed' then reversed_on is not null
    else approved_at is not null and reversed_on is null end),
  constraint payrolls_paid check ((status = 'paid') = (paid_on is not null)),
  constraint payrolls_reversed check ((reversed_on is null) = (reversed_at is null)),
  constraint payrolls_second_person check (approved_at is null or is_sole
    or (approved_by_id is distinct from processed_by_id and approved_by_id is distinct from changed_by_id)),
  constraint payrolls_once exclude using gist (
    int8range(employee_id, employee_id, '[]') with &&, daterange(start_date, end_date, '[]') with &&)
    where (status <> 'reversed')
);
create index payrolls_employee on payrolls (employee_id, end_date, id);
create index payrolls_batch on payrolls (batch_id, id) where batch_id is not null;
create index payrolls_end on payrolls (end_date, id);
create index payrolls_open on payrolls (status, id) where status in ('processed', 'approved');
create index payrolls_search on payrolls using gin (search_text gin_trgm_ops);

create table employee_advances (
  id bigint generated always as identity primary key,
  -- ADV-2026-0001.
  advance_number text not null collate "C" constraint employee_advances_number unique,
  employee_id bigint not null references employees (id),
  advance_date date not null,
  -- US cents, and what a payroll of a month takes of it, from this month on.
  amount_cents cents not null check (amount_cents > 0),
  instalment_cents cents not null check (instalment_cents > 0),
  first_month date not null check (extract(day from first_month) = 1),
  -- The sum of its movements.
  repaid_cents cents not null default 0,
  -- The money paid: in its currency, at the rate of the day.
  account text not null collate "C" check (account in ('cash', 'bank', 'mobile_money')),
  money_account text not null collate "C" references accounts (code),
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  paid_amount_cents cents not null check (paid_amount_cents > 0),
  rate_cents cents not null check (rate_cents > 0),
  reason text not null default '',
  reference text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  reversed_on date,
  reversed_at timestamptz,
  reversed_by text not null default '',
  reversal_reason text not null default '',
  version integer not null default 1,
  constraint employee_advances_instalment check (instalment_cents <= amount_cents),
  constraint employee_advances_repaid check (repaid_cents between 0 and amount_cents),
  constraint employee_advances_reversed check ((reversed_on is null) = (reversed_at is null)),
  constraint employee_advances_reversed_repaid check (reversed_on is null or repaid_cents = 0)
);
create index employee_advances_employee on employee_advances (employee_id, id);
create index employee_advances_open on employee_advances (employee_id, id) where reversed_on is null and repaid_cents < amount_cents;

-- What was repaid of advances: by payrolls, below zero when one is reversed, or in money.
create table advance_movements (
  id bigint generated always as identity primary key,
  advance_id bigint not null references employee_advances (id),
  kind text not null collate "C" check (kind in ('payroll', 'payroll_reversal', 'repayment', 'repayment_reversal')),
  payroll_id bigint references payrolls (id),
  moved_on date not null,
  amount_cents cents not null check (amount_cents <> 0),
  -- Of a repayment in money.
  account text collate "C" check (account in ('cash', 'bank', 'mobile_money')),
  money_account text collate "C" references accounts (code),
  currency text collate "C" check (currency in ('USD', 'SSP')),
  paid_amount_cents cents,
  rate_cents cents,
  reference text not null default '',
  -- The repayment in money that it takes back, and why.
  reversal_of bigint references advance_movements (id) constraint advance_movements_reversed_once unique,
  reason text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  constraint advance_movements_payroll check ((payroll_id is not null) = (kind in ('payroll', 'payroll_reversal'))),
  constraint advance_movements_money check (num_nonnulls(account, money_account, currency, paid_amount_cents, rate_cents) = case when payroll_id is null then 5 else 0 end),
  constraint advance_movements_sign check ((amount_cents > 0) = (kind in ('payroll', 'repayment'))),
  constraint advance_movements_reversal check ((reversal_of is not null) = (kind = 'repayment_reversal'))
);
create index advance_movements_advance on advance_movements (advance_id, id);
create unique index advance_movements_once on advance_movements (payroll_id, advance_id, kind) where payroll_id is not null;
create trigger advance_movements_append_only before update or delete or truncate on advance_movements
  for each statement execute function refuse_change();

-- Money paid for the net pay of payrolls.
create table payroll_payments (
  id bigint generated always as identity primary key,
  -- PYP-2026-0001.
  payment_number text not null collate "C" constraint payroll_payments_number unique,
  payment_date date not null,
  account text not null collate "C" check (account in ('cash', 'bank', 'mobile_money')),
  money_account text not null collate "C" references accounts (code),
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  rate_cents cents not null check (rate_cents > 0),
  -- US cents, and the money paid in its currency: the sums of the lines.
  amount_cents cents not null check (amount_cents > 0),
  paid_amount_cents cents not null check (paid_amount_cents > 0),
  payrolls integer not null check (payrolls > 0),
  reference text not null default '',
  notes text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  reversed_on date,
  reversed_at timestamptz,
  reversed_by text not null default '',
  reversal_reason text not null default '',
  version integer not null default 1,
  constraint payroll_payments_reversed check ((reversed_on is null) = (reversed_at is null))
);
create index payroll_payments_date on payroll_payments (payment_date, id);
create table payroll_payment_lines (
  payment_id bigint not null references payroll_payments (id),
  payroll_id bigint not null references payrolls (id),
  amount_cents cents not null check (amount_cents > 0),
  paid_amount_cents cents not null check (paid_amount_cents > 0),
  is_reversed boolean not null default false,
  primary key (payment_id, payroll_id)
);
create unique index payroll_payment_lines_once on payroll_payment_lines (payroll_id) where not is_reversed;

-- What was withheld and is paid on: to the tax office, the social security fund, or others.
create table payroll_remittances (
  id bigint generated always as identity primary key,
  -- REM-2026-0001.
  remittance_number text not null collate "C" constraint payroll_remittances_number unique,
  kind text not null collate "C" check (kind in ('income_tax', 'social_security', 'other_deductions')),
  -- The month that it is for.
  month date not null check (extract(day from month) = 1),
  payment_date date not null,
  account text not null collate "C" check (account in ('cash', 'bank', 'mobile_money')),
  money_account text not null collate "C" references accounts (code),
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  rate_cents cents not null check (rate_cents > 0),
  amount_cents cents not null check (amount_cents > 0),
  paid_amount_cents cents not null check (paid_amount_cents > 0),
  reference text not null default '',
  notes text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  reversed_on date,
  reversed_at timestamptz,
  reversed_by text not null default '',
  reversal_reason text not null default '',
  version integer not null default 1,
  constraint payroll_remittances_reversed check ((reversed_on is null) = (reversed_at is null))
);
create index payroll_remittances_month on payroll_remittances (month, kind, id);

-- The entries of payroll, whose single lines not everybody sees.
create index journal_entries_payroll on journal_entries (month, id) where source like 'payroll.%';

create table leave_requests (
  id bigint generated always as identity primary key,
  employee_id bigint not null references employees (id),
  leave_type text not null collate "C" check (leave_type in
    ('annual', 'sick', 'personal', 'maternity', 'paternity', 'bereavement', 'emergency')),
  start_date date not null,
  end_date date not null,
  -- Days that count, in the years of its two ends; zero if all are week-ends or holidays that do not count.
  days integer not null,
  days_next_year integer not null default 0,
  reason text not null check (reason <> ''),
  notes text not null default '',
  status text not null collate "C" default 'pending' check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  request_date date not null,
  requested_by text not null,
  requested_by_id bigint,
  decided_by text not null default '',
  decided_by_id bigint,
  decided_at timestamptz,
  approval_date date,
  decision_notes text not null default '',
  -- Approved by whoever asked, because no other active user holds the permission.
  is_sole boolean not null default false,
  cancelled_by text not null default '',
  cancelled_at timestamptz,
  search_text text not null collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint leave_requests_period check (end_date >= start_date and end_date < start_date + 366),
  constraint leave_requests_days check (days >= 0 and days_next_year between 0 and days and days <= end_date - start_date + 1),
  constraint leave_requests_decided check (case status
    when 'pending' then decided_at is null and approval_date is null
    when 'approved' then decided_at is not null and approval_date is not null
    when 'rejected' then decided_at is not null and approval_date is null
    else true end),
  constraint leave_requests_cancelled check ((status = 'cancelled') = (cancelled_at is not null)),
  -- Of the shell and jobs only the names are known.
  constraint leave_requests_second_person check (status <> 'approved' or is_sole or decided_by_id is distinct from requested_by_id
    or (decided_by_id is null and decided_by <> requested_by)),
  constraint leave_requests_overlap exclude using gist (
    int8range(employee_id, employee_id, '[]') with &&, daterange(start_date, end_date, '[]') with &&)
    where (status in ('pending', 'approved'))
);
create index leave_requests_employee on leave_requests (employee_id, start_date, id);
create index leave_requests_start on leave_requests (start_date, id);
create index leave_requests_end on leave_requests (end_date, id) where status in ('pending', 'approved');
create index leave_requests_pending on leave_requests (id) where status = 'pending';
create index leave_requests_search on leave_requests using gin (search_text gin_trgm_ops);

create table public_holidays (
  id bigint generated always as identity primary key,
  holiday_date date not null constraint public_holidays_once unique,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  created_by text not null,
  version integer not null default 1
);

-- Annual leave taken over from the year before.
create table leave_carry_overs (
  id bigint generated always as identity primary key,
  employee_id bigint not null references employees (id),
  -- The year that it is taken over into.
  year integer not null check (year between 2000 and 2200),
  -- Hundredths of a day.
  hundredths integer not null check (hundredths between -36600 and 36600),
  note text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  version integer not null default 1,
  constraint leave_carry_overs_once unique (employee_id, year)
);

create table attendance (
  id bigint generated always as identity primary key,
  employee_id bigint not null references employees (id),
  day date not null,
  status text not null collate "C" check (status in ('present', 'late', 'absent')),
  check_in timestamptz,
  check_out timestamptz,
  -- Hundredths of an hour; those above 8 hours are overtime.
  total_hundredths integer not null default 0,
  overtime_hundredths integer not null default 0,
  notes text not null default '',
  marked_at timestamptz not null,
  marked_by text not null,
  -- The last correction by hand; the audit log has all.
  corrected_at timestamptz,
  corrected_by text not null default '',
  correction_reason text not null default '',
  version integer not null default 1,
  constraint attendance_once unique (employee_id, day),
  constraint attendance_absent check ((status = 'absent') = (check_in is null)),
  constraint attendance_check_out check (check_out is null or (check_in is not null and check_out >= check_in)),
  constraint attendance_hours check (
    total_hundredths >= 0 and overtime_hundredths between 0 and total_hundredths and (check_out is not null or total_hundredths = 0)),
  constraint attendance_corrected check ((corrected_at is null) = (correction_reason = ''))
);
create index attendance_day on attendance (day, employee_id);
