-- The import centre: uploaded files, background runs that go on after a kill, refused rows, undo, reconciliation.

-- Bytes are in <data directory>/imports/; a job removes them some weeks later.
create table import_files (
  id bigint generated always as identity primary key,
  filename text not null,
  bytes bigint not null check (bytes >= 0),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  uploaded_at timestamptz not null,
  actor_key text collate "C" not null,
  actor_name text not null,
  -- What it holds by its headers: whoever may import that type may read it. Null if they do not tell.
  detected_type text collate "C",
  removed_at timestamptz
);
create index import_files_kept on import_files (uploaded_at) where removed_at is null;

alter table import_runs
  add column file_id bigint references import_files (id),
  -- The user for whom a run goes on after its process was killed; null for the shell.
  add column user_id bigint,
  -- The execution that may write: a random text of its process; '' when any process may go on with the run.
  add column claimed_by text collate "C" not null default '',
  -- Rows of the file; null until it is read.
  add column total_rows integer,
  add column warnings jsonb not null default '[]',
  -- Refusals and notes by reason, the most frequent first.
  add column reasons jsonb not null default '[]',
  add column reconciliation jsonb,
  add column is_stop_requested boolean not null default false,
  add column undo_status text collate "C" check (undo_status in ('running', 'done', 'failed')),
  add column undo_heartbeat_at timestamptz,
  add column undone_at timestamptz,
  add column undone_by text not null default '',
  add column removed integer not null default 0,
  add column reversed integer not null default 0,
  add column kept integer not null default 0,
  add column undo_error text not null default '',
  drop constraint import_runs_status_check,
  add constraint import_runs_status_check
    check (status in ('queued', 'running', 'done', 'failed', 'stopped', 'abandoned'));
create index import_runs_unfinished on import_runs (heartbeat_at) where status in ('queued', 'running') or undo_status = 'running';

-- One row for each committed batch, written in its transaction: a run that was killed goes on behind it, and an undo goes
-- through them backwards.
create table import_batches (
  run_id bigint not null references import_runs (id),
  number integer not null check (number >= 0),
  -- Entity -> ids of the created records: {"customers": [1, 2], "invoices": [7]}.
  created jsonb not null default '{}',
  -- Updated records with the changed fields before and after.
  changes jsonb not null default '[]',
  change_count integer not null default 0,
  -- Refused rows with their reasons.
  refused jsonb not null default '[]',
  -- Messages about accepted rows, by text, with the number of rows and the first of them.
  notes jsonb not null default '[]',
  -- Records whose value in the books is not that of the file.
  differences jsonb not null default '[]',
  difference_count integer not null default 0,
  undone_at timestamptz,
  -- Created records that the undo left, with the reason.
  kept jsonb not null default '[]',
  primary key (run_id, number)
);

-- The last mapping of each set of headers.
create table import_mappings (
  type text collate "C" not null,
  headers_hash text collate "C" not null check (headers_hash ~ '^[0-9a-f]{64}$'),
  settings jsonb not null,
  saved_at timestamptz not null,
  actor_name text not null,
  primary key (type, headers_hash)
);
