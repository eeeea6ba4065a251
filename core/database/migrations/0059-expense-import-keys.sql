-- What a file says of an expense that it brought (date, currency, amount, category, vendor): the file finds the expense by it,
-- whatever was changed of the expense since. An undo or a deletion releases the key.
alter table expenses
  add column import_key text not null default '' collate "C"
    constraint expenses_import_key check (octet_length(import_key) <= 2000);
create index expenses_import_keys on expenses (import_key) where import_key <> '' and deleted_at is null;

-- Expenses that files have brought before; of those in another currency the last line of the notes tells the amount.
with made as (
  select distinct id.value::bigint as id
  from import_batches b
    cross join lateral jsonb_each(b.created) c
    cross join lateral jsonb_array_elements_text(c.value) id
  where split_part(c.key, ':', 1) = 'expenses'
), told as (
  select e.id, substring(right(e.notes, 101) from '(?:^|\n)([^\n]{1,40} [\d,]{1,25}\.\d\d) at [\d.]{1,20}$') as said
  from made m join expenses e on e.id = m.id
)
update expenses e
set import_key = concat_ws('|', to_char(e.expense_date, 'YYYY-MM-DD'), e.currency,
  case when t.said is null then coalesce(e.ssp_cents, e.amount_cents)::bigint else 0 end, e.category,
  lower(btrim(left(e.location, 200))), t.said)
from told t
where e.id = t.id;
