-- The rate of the invoices that a run makes, so that its total can be told in pounds.
alter table billing_runs add column rate_cents cents check (rate_cents > 0);
update billing_runs r set rate_cents = i.rate
from (select run_id, max(rate_cents) as rate from invoices where run_id is not null group by run_id) i
where i.run_id = r.id;
-- A run that made no invoice has the rate of its day.
update billing_runs r set rate_cents = (
  select c.rate_cents from currency_rates c
  where c.purpose = 'standard' and c.valid_from <= (r.started_at at time zone 'Africa/Juba')::date
  order by c.valid_from desc, c.id desc limit 1)
where r.rate_cents is null;
alter table billing_runs alter column rate_cents set not null;
