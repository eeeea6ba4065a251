-- The package that an invoice bills, which until now was part of the words of its subscription line: 'Basic Fiber, May 2026'.
alter table invoices add column package_name text;
update invoices i set package_name = left(l.words, -length(l.month))
from (
  select distinct on (invoice_id) invoice_id, description as words,
    right(description, strpos(reverse(description), ' ,') + 1) as month
  from invoice_lines where kind = 'subscription' order by invoice_id, line_no) l
where l.invoice_id = i.id and strpos(l.words, ', ') > 0;
