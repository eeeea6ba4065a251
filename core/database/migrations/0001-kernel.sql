-- Search as one types is a trigram index over one lower-cased text.
create extension if not exists pg_trgm;

-- Money is whole cents. The domain refuses what JavaScript could not hold exactly.
create domain cents as bigint check (value between -100000000000000 and 100000000000000);

-- Gap-free document numbers: the row is locked in the transaction that uses the number, so a rolled-back
-- document gives its number back (a SEQUENCE would leave a gap). Decision 7.
create table counters (
  name text collate "C" primary key,
  value bigint not null default 0 check (value >= 0)
);

-- Append-only record of who changed what. No foreign keys: a name remains when its user is deleted.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text collate "C" not null check (actor_kind in ('staff', 'shell', 'system', 'visitor')),
  actor_id bigint,
  actor_name text not null,
  origin text not null default '',
  action text collate "C" not null,
  entity text collate "C" not null,
  entity_id text collate "C" not null,
  summary text not null default '',
  before jsonb,
  after jsonb
);
create index audit_log_entity on audit_log (entity, entity_id, id);
create index audit_log_at on audit_log (at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, tg_op
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Facts for higher layers, written in the transaction of the change, read once per consumer (decision 31).
create table outbox (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  fact text collate "C" not null,
  entity_id bigint not null,
  data jsonb not null
);
create index outbox_fact on outbox (fact, id);
create table outbox_deliveries (
  consumer text collate "C" not null,
  fact_id bigint not null references outbox (id) on delete cascade,
  delivered_at timestamptz not null,
  primary key (consumer, fact_id)
);

-- The answer given to a keyed call that moves money, kept with the hash of its body.
create table idempotency_keys (
  actor text collate "C" not null,
  operation text collate "C" not null,
  key text collate "C" not null,
  body_hash text collate "C" not null,
  response jsonb,
  created_at timestamptz not null,
  primary key (actor, operation, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- One row a job and period: whoever inserts it (or takes over an expired lease) runs the job.
create table job_runs (
  job text collate "C" not null,
  period text collate "C" not null,
  status text collate "C" not null check (status in ('running', 'done', 'failed')),
  claimed_by text not null,
  lease_until timestamptz not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  attempts int not null default 1,
  summary text not null default '',
  error text not null default '',
  primary key (job, period)
);

-- Dated rates by purpose, in SSP cents for one US dollar; a row is never changed (decision 1).
create table currency_rates (
  id bigint generated always as identity primary key,
  purpose text collate "C" not null check (purpose in ('standard', 'voucher')),
  rate_cents cents not null check (rate_cents > 0),
  valid_from date not null,
  created_at timestamptz not null,
  created_by text not null,
  note text not null default ''
);
create index currency_rates_lookup on currency_rates (purpose, valid_from desc, id desc);
create trigger currency_rates_append_only before update or delete or truncate on currency_rates
  for each statement execute function refuse_change();

insert into currency_rates (purpose, rate_cents, valid_from, created_at, created_by, note) values
  ('standard', 40000, '2000-01-01', '2000-01-01T00:00:00Z', 'system', 'First rate'),
  ('voucher', 130000, '2000-01-01', '2000-01-01T00:00:00Z', 'system', 'First rate');

-- Company identity and other settings that screens change; one row a name.
create table settings (
  name text collate "C" primary key,
  value jsonb not null,
  version int not null default 1,
  updated_at timestamptz not null
);
