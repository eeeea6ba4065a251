-- What waits for a second person. Nothing of it is posted before it is accepted.
create table approvals (
  id bigint generated always as identity primary key,
  kind text not null collate "C" check (kind in ('supplier_bill', 'stock_count', 'price_below_list')),
  -- The record: its table's name in the API, id and number.
  entity text not null collate "C",
  entity_id bigint not null,
  record text not null,
  summary text not null,
  amount_cents cents not null,
  -- Who asks, and why.
  requested_by text not null,
  requested_by_id bigint,
  reason text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null collate "C" default 'waiting' check (status in ('waiting', 'accepted', 'refused', 'withdrawn', 'expired')),
  decided_by text not null default '',
  decided_by_id bigint,
  decided_at timestamptz,
  decision_reason text not null default '',
  -- Accepted by the requester, because no other active user holds the permission.
  is_sole boolean not null default false,
  constraint approvals_decided check ((status = 'waiting') = (decided_at is null)),
  constraint approvals_second_person check (
    status <> 'accepted' or is_sole or decided_by_id is distinct from requested_by_id)
);
create unique index approvals_once on approvals (kind, entity_id) where status = 'waiting';
create index approvals_waiting on approvals (requested_at, id) where status = 'waiting';
create index approvals_of_record on approvals (entity, entity_id);
