-- Network nodes, their measurements and alarms, and where customers are connected.

create table network_nodes (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  name_key text not null collate "C" constraint network_nodes_name unique,
  search_text text not null collate "C",
  location text not null collate "C",
  type text not null collate "C",
  technologies text[] not null default '{}' check (technologies <@ array['4G', 'fiber', 'microwave']),
  status text not null collate "C" check (status in ('operational', 'maintenance', 'offline')),
  -- Retired nodes take no customers and are not polled; they stay for what names them.
  retired_at timestamptz,
  capacity_kbps bigint not null check (capacity_kbps between 0 and 100000000000),
  -- Typed by hand, or the last measurement of the counted interfaces (in or out, whichever is larger).
  usage_kbps bigint not null default 0 check (usage_kbps >= 0),
  -- Typed by hand for nodes that are not measured, in thousandths of a percent.
  typed_uptime integer check (typed_uptime between 0 and 100000),
  last_maintenance timestamptz,
  parent_id bigint references network_nodes (id),
  notes text not null default '',
  -- An IP address or a host name; '' for a node that is not measured.
  address text not null collate "C" default '',
  is_polled boolean not null default true,
  snmp_version text not null collate "C" default 'none' check (snmp_version in ('none', 'v2c', 'v3')),
  snmp_port integer not null default 161 check (snmp_port between 1 and 65535),
  -- The community or the v3 credentials as JSON, encrypted; '' without.
  snmp_secret text not null collate "C" default '',
  -- Thresholds of its own; null for those of the settings.
  max_utilisation integer check (max_utilisation between 1 and 100),
  max_latency_ms integer check (max_latency_ms between 1 and 60000),
  max_loss integer check (max_loss between 1 and 100),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint network_nodes_parent check (parent_id <> id),
  constraint network_nodes_snmp check ((snmp_version = 'none') = (snmp_secret = ''))
);
create index network_nodes_children on network_nodes (parent_id);
create index network_nodes_location on network_nodes (location);

-- What the last poll found; written by the poller alone, so that a form that is open is not out of date each minute.
create table network_states (
  node_id bigint primary key references network_nodes (id) on delete cascade,
  polled_at timestamptz not null,
  is_reachable boolean not null,
  -- When it changed between reachable and unreachable.
  since timestamptz not null,
  latency_us integer check (latency_us >= 0),
  loss_percent integer not null check (loss_percent between 0 and 100),
  in_kbps bigint check (in_kbps >= 0),
  out_kbps bigint check (out_kbps >= 0),
  -- Why SNMP gave no answer; '' if it did or is not used.
  snmp_error text not null default '',
  -- Hundredths of a second since the device started, as it said; tells a reboot from a wrapped counter.
  device_uptime bigint check (device_uptime >= 0)
);

create table network_interfaces (
  id bigint generated always as identity primary key,
  node_id bigint not null references network_nodes (id) on delete cascade,
  -- ifName, else ifDescr; the index of an interface may change with a reboot.
  name text not null,
  alias text not null default '',
  if_index integer not null check (if_index > 0),
  speed_kbps bigint check (speed_kbps >= 0),
  is_up boolean not null,
  -- Its traffic counts as the usage of the node.
  is_counted boolean not null default false,
  counter_bits integer not null check (counter_bits in (32, 64)),
  -- Counters of up to 64 bits, as decimal digits.
  in_octets text not null collate "C" check (in_octets ~ '^[0-9]{1,20}$'),
  out_octets text not null collate "C" check (out_octets ~ '^[0-9]{1,20}$'),
  read_at timestamptz not null,
  in_kbps bigint check (in_kbps >= 0),
  out_kbps bigint check (out_kbps >= 0),
  constraint network_interfaces_name unique (node_id, name)
);

-- One measurement a minute; `at` is the start of the minute, so that a minute is measured once.
create table network_samples (
  node_id bigint not null references network_nodes (id) on delete cascade,
  at timestamptz not null,
  is_up boolean not null,
  -- Taken in maintenance: it does not count for the uptime.
  in_maintenance boolean not null,
  latency_us integer check (latency_us >= 0),
  sent integer not null check (sent > 0),
  received integer not null check (received between 0 and sent),
  in_kbps bigint check (in_kbps >= 0),
  out_kbps bigint check (out_kbps >= 0),
  primary key (node_id, at)
);
create index network_samples_at on network_samples (at);

-- Sums of the samples of an hour, or of a day in Juba, kept in the transaction that stores the samples.
create table network_rollups (
  node_id bigint not null references network_nodes (id) on delete cascade,
  span text not null collate "C" check (span in ('hour', 'day')),
  start timestamptz not null,
  -- Outside maintenance.
  samples integer not null check (samples >= 0),
  up_samples integer not null check (up_samples between 0 and samples),
  maintenance_samples integer not null check (maintenance_samples >= 0),
  sent integer not null,
  received integer not null,
  latency_count integer not null,
  latency_sum_us bigint not null,
  latency_max_us integer,
  traffic_count integer not null,
  in_sum_kbps bigint not null,
  in_max_kbps bigint,
  out_sum_kbps bigint not null,
  out_max_kbps bigint,
  primary key (node_id, span, start)
);
create index network_rollups_start on network_rollups (span, start);

-- How often in a row a node was found bad or good: an alarm is raised and ended only after several.
create table network_watches (
  node_id bigint not null references network_nodes (id) on delete cascade,
  kind text not null collate "C" check (kind in ('down', 'utilisation', 'latency', 'loss')),
  bad integer not null default 0 check (bad >= 0),
  good integer not null default 0 check (good >= 0),
  bad_since timestamptz,
  primary key (node_id, kind)
);

create table network_alarms (
  id bigint generated always as identity primary key,
  node_id bigint not null references network_nodes (id),
  kind text not null collate "C" check (kind in ('down', 'utilisation', 'latency', 'loss')),
  -- When it began to be bad, and when that was certain.
  began_at timestamptz not null,
  raised_at timestamptz not null,
  ended_at timestamptz,
  -- 'recovered', 'maintenance', 'retired', 'parent' (its parent was found down) or 'unpolled' (it is no longer measured).
  end_reason text not null collate "C" default '' check (end_reason in ('', 'recovered', 'maintenance', 'retired', 'parent', 'unpolled')),
  -- The measured value that raised it: percent or milliseconds; null for 'down'.
  value integer,
  threshold integer,
  constraint network_alarms_end check ((ended_at is null) = (end_reason = '')),
  constraint network_alarms_order check (ended_at >= raised_at and raised_at >= began_at)
);
create unique index network_alarms_open on network_alarms (node_id, kind) where ended_at is null;
create index network_alarms_raised on network_alarms (raised_at);
create index network_alarms_node on network_alarms (node_id, raised_at);

alter table customers
  add column node_id bigint constraint customers_node references network_nodes (id),
  add column access_type text collate "C" check (access_type in ('fiber', 'wireless', 'hotspot')),
  add column ip_address text not null collate "C" default '',
  add column mac_address text not null collate "C" default '',
  add column device_serial text not null collate "C" default '',
  add column port text not null collate "C" default '';
create index customers_node_id on customers (node_id);
create index customers_ip on customers (ip_address) where ip_address <> '';
create index customers_mac on customers (mac_address) where mac_address <> '';
