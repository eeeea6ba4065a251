-- Support tickets with comments, visits and targets; files attached to records.

create table attachments (
  id bigint generated always as identity primary key,
  -- The record it belongs to: 'ticket', 17. The module of the record decides who may read and delete it.
  entity text not null collate "C",
  entity_id bigint not null,
  file_name text not null check (file_name <> ''),
  content_type text not null collate "C"
    check (content_type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp')),
  size integer not null check (size between 1 and 10485760),
  sha256 text not null collate "C",
  content bytea not null,
  created_at timestamptz not null,
  created_by text not null,
  constraint attachments_size check (octet_length(content) = size),
  -- The same file is attached to a record once.
  constraint attachments_once unique (entity, entity_id, sha256)
);

create table tickets (
  id bigint generated always as identity primary key,
  ticket_id text not null collate "C" constraint tickets_number unique,
  customer_id bigint constraint tickets_customer references customers (id),
  node_id bigint constraint tickets_node references network_nodes (id),
  -- The alarm that opened it.
  alarm_id bigint references network_alarms (id) constraint tickets_alarm unique,
  -- The outage that explains it.
  outage_id bigint references network_alarms (id),
  merged_into_id bigint references tickets (id),
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  search_text text not null collate "C",
  issue_type text not null collate "C" check (issue_type in ('connection', 'speed', 'billing', 'equipment', 'repair')),
  priority text not null collate "C" check (priority in ('low', 'medium', 'high', 'critical')),
  status text not null collate "C" check (status in ('open', 'assigned', 'in_progress', 'resolved', 'closed')),
  assigned_to bigint references users (id) on delete set null,
  -- The name that remains after the user is deleted.
  assigned_name text not null default '',
  resolution text not null default '',
  first_response_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  -- By the targets of the priority at that time; null without a target.
  response_due_at timestamptz,
  resolution_due_at timestamptz,
  visit_date date,
  visit_place text not null default '',
  arrived_at timestamptz,
  completed_at timestamptz,
  work_done text not null default '',
  parts_used text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint tickets_resolution check (status not in ('resolved', 'closed') or (resolved_at is not null and resolution <> '')),
  constraint tickets_closed check ((status = 'closed') = (closed_at is not null)),
  constraint tickets_assigned check (status <> 'assigned' or assigned_name <> ''),
  constraint tickets_merged check (merged_into_id is null or (status = 'closed' and merged_into_id <> id)),
  constraint tickets_visit check (completed_at is null or arrived_at is not null)
);
create index tickets_of_customer on tickets (customer_id, id);
create index tickets_of_node on tickets (node_id, id);
create index tickets_of_outage on tickets (outage_id) where outage_id is not null;
create index tickets_merged_into on tickets (merged_into_id) where merged_into_id is not null;
create index tickets_assigned_to on tickets (assigned_to, id) where status in ('open', 'assigned', 'in_progress');
create index tickets_unresolved on tickets (id) where status in ('open', 'assigned', 'in_progress');
create index tickets_search on tickets using gin (search_text gin_trgm_ops);
create index tickets_created on tickets (created_at, id);
create index tickets_resolved on tickets (resolved_at) where resolved_at is not null;
create index tickets_visits on tickets (visit_date) where visit_date is not null;

create table ticket_comments (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets (id),
  -- Not for the customer.
  is_internal boolean not null,
  body text not null check (body <> ''),
  created_at timestamptz not null,
  created_by text not null
);
create index ticket_comments_of_ticket on ticket_comments (ticket_id, id);
