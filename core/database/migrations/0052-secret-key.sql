-- The fingerprint of the key that encrypts secrets within the data: another key is refused (decision 83). It is written
-- when the server starts, or with the first text that is encrypted, whichever is first.
create table secret_key (
  is_one boolean not null default true,
  fingerprint text collate "C" not null,
  recorded_at timestamptz not null,
  constraint secret_key_pkey primary key (is_one),
  constraint secret_key_is_one check (is_one),
  constraint secret_key_fingerprint check (fingerprint ~ '^[0-9a-f]{16}$')
);

-- Refuses a text that another key encrypted, as a process does whose key was replaced meanwhile.
create function assert_secret_key(encrypted text) returns void language plpgsql as $$
declare
  used text := substring(encrypted from '^v1\.([0-9a-f]{16})\.');
begin
  if used is null then return; end if;
  insert into secret_key (fingerprint, recorded_at) values (used, now()) on conflict do nothing;
  if not exists (select 1 from secret_key where fingerprint = used) then
    raise exception 'encrypted with another key than the one of this database'
      using errcode = '23514', constraint = 'secret_key_fits';
  end if;
end $$;

create function vouchers_secret_key() returns trigger language plpgsql as $$
declare
  one text;
begin
  for one in execute 'select min(code_encrypted) from added group by substring(code_encrypted for 20)' loop
    perform assert_secret_key(one);
  end loop;
  return null;
end $$;
create trigger vouchers_secret_key after insert on vouchers
  referencing new table as added for each statement execute function vouchers_secret_key();

create function wifi_sessions_secret_key() returns trigger language plpgsql as $$
begin
  perform assert_secret_key(new.access_encrypted);
  return null;
end $$;
create trigger wifi_sessions_secret_key after insert on wifi_sessions
  for each row execute function wifi_sessions_secret_key();

create function network_nodes_secret_key() returns trigger language plpgsql as $$
begin
  perform assert_secret_key(new.snmp_secret);
  return null;
end $$;
create trigger network_nodes_secret_key after insert or update of snmp_secret on network_nodes
  for each row execute function network_nodes_secret_key();

-- What was written to the outbox of unsent mail or SMS, and not sent (decision 84).
alter table invoice_emails drop constraint invoice_emails_status_check;
alter table invoice_emails add constraint invoice_emails_status_check
  check (status in ('sending', 'sent', 'written', 'failed'));
alter table messages drop constraint messages_status_check;
alter table messages add constraint messages_status_check
  check (status in ('queued', 'claimed', 'sending', 'sent', 'written', 'delivered', 'failed', 'unknown', 'cancelled'));
alter table campaigns add column written integer not null default 0;
alter table campaigns drop constraint campaigns_counts;
alter table campaigns add constraint campaigns_counts
  check (recipients = queued + sent + written + delivered + failed + unknown + cancelled);
