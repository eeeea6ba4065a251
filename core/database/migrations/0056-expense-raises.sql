-- Who raised an expense last, on which day and by how much in all on it, in US cents: raises of a day count together against
-- the limit of expenses, as what is recorded does (decision 99).
alter table expenses
  add column raised_on date,
  add column raised_by text not null default '',
  add column raised_cents cents not null default 0
    constraint expenses_raised check (raised_cents >= 0 and (raised_on is null) = (raised_cents = 0));
