-- Seals of the audit log (decision 127): each has the number and the Merkle root of the lines in its range of ids, and the hash
-- of the seal before it. A seal follows the one before: by the foreign key, so that no order of inserts can break it.
create table audit_seals (
  id bigint primary key,
  kind text collate "C" not null check (kind in ('usual', 'upgrade', 'restore')),
  -- Which columns of a line are hashed, and how.
  line_format smallint not null check (line_format = 1),
  first_line bigint not null,
  last_line bigint not null,
  lines bigint not null check (lines > 0),
  root text collate "C" not null check (root ~ '^[0-9a-f]{64}$'),
  -- The hash of the seal before; '' for the first.
  previous text collate "C" not null check (previous = '' or previous ~ '^[0-9a-f]{64}$'),
  hash text collate "C" not null check (hash ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz not null,
  -- Of a restore: the newest seal of the replaced data.
  cut_seal bigint,
  cut_hash text collate "C" check (cut_hash ~ '^[0-9a-f]{64}$'),
  previous_seal bigint generated always as (nullif(id - 1, 0)) stored,
  line_before bigint generated always as (first_line - 1) stored,
  constraint audit_seals_range check (first_line <= last_line),
  constraint audit_seals_first check (id > 0 and (id = 1) = (previous = '') and (id > 1 or first_line = 1)),
  constraint audit_seals_upgrade check (kind <> 'upgrade' or id = 1),
  constraint audit_seals_cut check ((cut_seal is null) = (cut_hash is null) and (kind = 'restore' or cut_seal is null)),
  constraint audit_seals_ends unique (id, hash, last_line),
  constraint audit_seals_follows foreign key (previous_seal, previous, line_before) references audit_seals (id, hash, last_line)
);
create unique index audit_seals_last_line on audit_seals (last_line);

create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();

-- Lines up to this one are older than their seal, which says so.
insert into settings (name, value, updated_at)
select 'auditSealUpgrade', to_jsonb(max(id)), now() from audit_log having count(*) > 0;
