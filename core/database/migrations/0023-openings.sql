-- The opening date of the books: the first day whose revenue is earned in them (decision 45). JSON null until it is set;
-- the row always exists, so that a change of it can be waited for.
insert into settings (name, value, updated_at) values ('openingDate', 'null', '2000-01-01T00:00:00Z')
  on conflict (name) do nothing;

-- What a customer owed on the opening date is an invoice of the kind 'opening', what he had paid ahead a payment of that
-- kind. A payment 'before_opening' was received before the opening date, so its money is in no cash account of these books.
alter table invoices drop constraint invoices_kind_check;
alter table invoices add constraint invoices_kind_check
  check (kind in ('recurring', 'manual', 'imported', 'opening'));
create unique index invoices_one_opening on invoices (customer_id) where kind = 'opening' and status <> 'cancelled';

alter table payments drop constraint payments_kind_check;
alter table payments add constraint payments_kind_check
  check (kind in ('payment', 'credit', 'opening', 'before_opening'));
alter table payments drop constraint payments_check;
alter table payments add constraint payments_check
  check ((kind in ('payment', 'before_opening')) = (account is not null));
create unique index payments_one_opening on payments (customer_id) where kind = 'opening' and status <> 'reversed';

-- Revenue and expenses begin on the opening date. Only entries dated before it are looked at, and their lines by key.
create function journal_entries_opening_check() returns trigger language plpgsql as $$
declare
  opening date;
  bad text;
begin
  execute 'select (value #>> ''{}'')::date from settings where name = ''openingDate''' into opening;
  if opening is null then return null; end if;
  execute 'select min(e.entry_number) from (select id, entry_number from added where entry_date < $1) e
           cross join lateral (select account_code from journal_lines where entry_id = e.id offset 0) l
           join accounts a on a.code = l.account_code
           where a.type in (''REVENUE'', ''EXPENSE'')' into bad using opening;
  if bad is not null then
    raise exception 'entry % has revenue or expenses before the opening date %', bad, opening
      using errcode = 'restrict_violation', constraint = 'journal_entries_opening';
  end if;
  return null;
end $$;
create trigger journal_entries_opening after insert on journal_entries
  referencing new table as added for each statement execute function journal_entries_opening_check();
