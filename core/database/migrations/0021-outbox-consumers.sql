-- Who is handed which facts of the outbox, and from where on: facts up to after_id are older than the registration.
create table outbox_consumers (
  consumer text collate "C" not null,
  fact text collate "C" not null,
  after_id bigint not null,
  registered_at timestamptz not null,
  primary key (consumer, fact)
);

-- By fact first: a fact that is removed takes its deliveries with it.
alter table outbox_deliveries
  drop constraint outbox_deliveries_pkey,
  add primary key (fact_id, consumer);
