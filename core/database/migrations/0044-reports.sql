-- Reports that are sent by e-mail each day, week or month, and what was sent.

create table report_schedules (
  id bigint generated always as identity primary key,
  -- A type of comprehensive report, or the name of one of an ISP's own.
  report text not null collate "C",
  format text not null collate "C" check (format in ('pdf', 'xlsx', 'csv')),
  every text not null collate "C" check (every in ('daily', 'weekly', 'monthly')),
  recipients text[] not null check (cardinality(recipients) between 1 and 20),
  -- With whose rights it is made: who saved it last; none for the shell.
  owner_id bigint,
  owner_name text not null,
  is_active boolean not null default true,
  -- Why the program stopped it.
  stopped_reason text not null default '',
  -- Periods that ended before are not sent.
  sends_from date not null,
  -- The period that was queued last.
  last_start date,
  last_end date,
  created_at timestamptz not null,
  created_by text not null,
  version integer not null default 1,
  constraint report_schedules_stopped check (not is_active or stopped_reason = ''),
  constraint report_schedules_last check ((last_start is null) = (last_end is null))
);

-- Each period of a schedule is queued once.
create table report_deliveries (
  schedule_id bigint not null references report_schedules (id) on delete cascade,
  start_date date not null,
  end_date date not null,
  queued_at timestamptz not null,
  primary key (schedule_id, start_date, end_date)
);
