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

-- What was put into the outgoing e-mails. The e-mails are the rows of messages with the events
-- 'report <schedule> <id> for <recipient>'.
create table report_deliveries (
  id bigint generated always as identity primary key,
  schedule_id bigint not null references report_schedules (id) on delete cascade,
  start_date date not null,
  end_date date not null,
  recipients text[] not null,
  -- The user who had it sent once more; none for the job.
  sent_by text,
  queued_at timestamptz not null
);

create index report_deliveries_of_schedule on report_deliveries (schedule_id, id);

-- The job sends each period of a schedule once.
create unique index report_deliveries_once on report_deliveries (schedule_id, start_date, end_date)
  where sent_by is null;
