-- Who stands in the ledger is never deleted, also when the invoice was moved to somebody else since (decision 18). A
-- foreign key would ask the same of every line that is posted; this asks it once, after the keys of the documents.
create function customers_in_ledger_check() returns trigger language plpgsql as $$
begin
  if exists (select 1 from journal_lines where customer_id = old.id) then
    raise exception 'customer % stands in the ledger', old.customer_id
      using errcode = 'restrict_violation', constraint = 'customers_in_ledger';
  end if;
  return null;
end $$;
create trigger customers_in_ledger after delete on customers
  for each row execute function customers_in_ledger_check();
