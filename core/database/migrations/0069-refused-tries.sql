-- Refused codes, passwords and calls, counted until they are written into the audit log: one line for an account, device, kind
-- and quarter of an hour (decision 130).
create table refused_tries (
  -- Zero: names of no account.
  user_id bigint not null,
  -- Zero: devices in which the account has not signed in before.
  device_id bigint not null,
  kind text collate "C" not null check (kind in ('code', 'confirm', 'password', 'permission')),
  tries integer not null check (tries > 0),
  since timestamptz not null,
  last_at timestamptz not null,
  -- Of the last one.
  ip text not null,
  primary key (user_id, kind, device_id)
);

-- Unusual things are looked for in the lines of some actions and days.
create index audit_log_action on audit_log (action, at);
create index user_devices_first on user_devices (first_at);

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check check (kind in ('supplier_bill', 'stock_count', 'price_below_list',
  'supplier_payment', 'expense', 'employee_advance', 'customer_refund', 'credit_grant', 'pay_change', 'account_reset'));
