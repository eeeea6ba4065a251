-- One row an import: what was brought, and what its committed batches came to. An import that was killed stays
-- 'running' with an old heartbeat until the next one marks it 'abandoned' and writes its audit line.
create table import_runs (
  id bigint generated always as identity primary key,
  type text collate "C" not null,
  filename text not null,
  mapping jsonb not null,
  status text collate "C" not null check (status in ('running', 'done', 'failed', 'abandoned')),
  started_at timestamptz not null,
  heartbeat_at timestamptz not null,
  finished_at timestamptz,
  actor_name text not null,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  failed int not null default 0,
  error text not null default ''
);
create index import_runs_running on import_runs (heartbeat_at) where status = 'running';
