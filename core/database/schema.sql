CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE DOMAIN public.cents AS bigint
	CONSTRAINT cents_check CHECK (((VALUE >= '-100000000000000'::bigint) AND (VALUE <= '100000000000000'::bigint)));

CREATE FUNCTION public.access_accounts_deleted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into radius_endings (router_id, session_id, username, ip, made_at, next_at)
  select router_id, session_id, username, ip, now(), now() from radius_sessions where account_id = old.id order by id;
  return old;
end $$;

CREATE FUNCTION public.access_accounts_secret_key() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform assert_secret_key(new.password_encrypted);
  return null;
end $$;

CREATE FUNCTION public.access_customers_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into access_stale (account_id, since)
  select a.id, now()
  from access_accounts a join added n on n.id = a.customer_id join removed o on o.id = n.id
  where (n.status, n.package_type, n.bandwidth) is distinct from (o.status, o.package_type, o.bandwidth)
  order by a.id
  -- An update, so that whoever decides at this moment leaves the row for later.
  on conflict (account_id) do update set since = excluded.since;
  return null;
end $$;

CREATE FUNCTION public.account_months_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'account_months is kept by the ledger: % is refused', tg_op
      using errcode = 'restrict_violation', constraint = 'account_months_kept_by_ledger';
  end if;
  return null;
end $$;

CREATE FUNCTION public.accounts_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' or new.code <> old.code or new.level <> old.level or new.type <> old.type
     or new.normal_balance <> old.normal_balance or new.is_cash <> old.is_cash
     or new.currency <> old.currency or new.cash_flow <> old.cash_flow
     or new.expense_class is distinct from old.expense_class then
    lock table journal_lines in share mode;
    if exists (select 1 from journal_lines where account_code = old.code) then
      raise exception 'account % is in use', old.code
        using errcode = 'restrict_violation', constraint = 'accounts_in_use';
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

CREATE FUNCTION public.assert_secret_key(encrypted text) RETURNS void
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.assistant_messages_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'messages of chats do not change'
    using errcode = 'restrict_violation', constraint = 'assistant_messages_kept';
end $$;

CREATE FUNCTION public.cash_months_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'cash_months is kept by the ledger: % is refused', tg_op
      using errcode = 'restrict_violation', constraint = 'cash_months_kept_by_ledger';
  end if;
  return null;
end $$;

CREATE FUNCTION public.cash_movements_apply() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  execute 'update tills t set usd_cents = t.usd_cents + a.usd, ssp_cents = t.ssp_cents + a.ssp
    from (select till_id, coalesce(sum(amount_cents) filter (where currency = ''USD''), 0) as usd,
            coalesce(sum(amount_cents) filter (where currency = ''SSP''), 0) as ssp
          from added group by till_id order by till_id) a
    where t.id = a.till_id';
  return null;
end $$;

CREATE FUNCTION public.cash_movements_open() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform from tills where id = new.till_id
    and status = case new.kind when 'handover' then 'counted' else 'open' end for no key update;
  if not found then
    raise exception 'the till is not open'
      using errcode = 'check_violation', constraint = 'cash_movements_till_open';
  end if;
  return new;
end $$;

CREATE FUNCTION public.cash_movements_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'cash movements are never changed: % is refused', tg_op
    using errcode = 'restrict_violation', constraint = 'cash_movements_append_only';
end $$;

CREATE FUNCTION public.customer_status_recorded_check() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
begin
  if (select status from customers where id = new.id) is distinct from
     (select to_status from customer_status_changes where customer_id = new.id order by id desc limit 1) then
    raise exception 'the change of status of customer % is not recorded', new.customer_id
      using errcode = 'restrict_violation', constraint = 'customers_status_recorded';
  end if;
  return null;
end $$;

CREATE FUNCTION public.customers_counted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  kept bigint;
begin
  if tg_op = 'INSERT' then
    insert into customer_counts (location, status, type, customers, bandwidth, fee_cents, billable)
      select location, status, type, count(*), sum(bandwidth), sum(monthly_fee_cents),
        count(*) filter (where has_something_to_bill(monthly_fee_cents, other_expenses_cents, connection_fee_cents, connection_fee_billed))
      from added group by location, status, type;
  elsif tg_op = 'DELETE' then
    insert into customer_counts (location, status, type, customers, bandwidth, fee_cents, billable)
      select location, status, type, -count(*), -sum(bandwidth), -sum(monthly_fee_cents),
        -count(*) filter (where has_something_to_bill(monthly_fee_cents, other_expenses_cents, connection_fee_cents, connection_fee_billed))
      from removed group by location, status, type;
  else
    insert into customer_counts (location, status, type, customers, bandwidth, fee_cents, billable)
      select location, status, type, sum(one), sum(bandwidth), sum(fee), sum(billable) from (
        select location, status, type, 1 as one, bandwidth::bigint as bandwidth, monthly_fee_cents::bigint as fee,
          has_something_to_bill(monthly_fee_cents, other_expenses_cents, connection_fee_cents, connection_fee_billed)::int as billable from added
        union all
        select location, status, type, -1, -bandwidth::bigint, -monthly_fee_cents::bigint,
          -has_something_to_bill(monthly_fee_cents, other_expenses_cents, connection_fee_cents, connection_fee_billed)::int from removed) changed
      group by location, status, type
      having sum(one) <> 0 or sum(bandwidth) <> 0 or sum(fee) <> 0 or sum(billable) <> 0;
  end if;
  if not found then
    return null;
  end if;
  select count(*) into kept from customer_counts;
  if kept > 200 then
    -- Rows that another transaction is summing up are left to it.
    with mine as (select id from customer_counts for update skip locked),
      gone as (delete from customer_counts c using mine where c.id = mine.id returning c.*)
    insert into customer_counts (location, status, type, customers, bandwidth, fee_cents, billable)
      select location, status, type, sum(customers), sum(bandwidth), sum(fee_cents), sum(billable) from gone
      group by location, status, type
      having sum(customers) <> 0 or sum(bandwidth) <> 0 or sum(fee_cents) <> 0 or sum(billable) <> 0;
  end if;
  return null;
end $$;

CREATE FUNCTION public.customers_in_ledger_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (select 1 from journal_lines where customer_id = old.id) then
    raise exception 'customer % stands in the ledger', old.customer_id
      using errcode = 'restrict_violation', constraint = 'customers_in_ledger';
  end if;
  return null;
end $$;

CREATE FUNCTION public.equipment_loans_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'UPDATE' then
    if old.status = 'out'
      and (old.loan_number, old.equipment_id, old.unit_id, old.serial, old.quantity, old.customer_id, old.issued_on, old.value_cents)
        is not distinct from
          (new.loan_number, new.equipment_id, new.unit_id, new.serial, new.quantity, new.customer_id, new.issued_on, new.value_cents)
      then return new; end if;
  end if;
  raise exception 'a loan ends once and is otherwise never changed: % is refused', tg_op
    using errcode = 'restrict_violation', constraint = 'equipment_loans_once';
end $$;

CREATE FUNCTION public.evidence_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% holds evidence: this % is refused', tg_table_name, tg_op
    using errcode = 'restrict_violation', constraint = tg_table_name || '_evidence';
end $$;

CREATE FUNCTION public.has_something_to_bill(monthly bigint, other bigint, connection bigint, connection_billed boolean) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $$
  select monthly > 0 or other > 0 or (connection > 0 and not connection_billed)
$$;

CREATE FUNCTION public.invoice_dispute_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if old.outcome is not null or new.outcome is null
    or (new.id, new.invoice_id, new.since, new.reason, new.amount_cents, new.opened_at, new.opened_by)
      is distinct from (old.id, old.invoice_id, old.since, old.reason, old.amount_cents, old.opened_at, old.opened_by)
    or new.ticket_id is distinct from old.ticket_id then
    raise exception 'a dispute is decided once and changes in no other way'
      using errcode = 'restrict_violation', constraint = 'invoice_disputes_kept';
  end if;
  return new;
end $$;

CREATE FUNCTION public.invoice_dispute_shown() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.outcome is null then
    update invoices set disputed_since = new.since where id = new.invoice_id;
  else
    update invoices set disputed_since = null, counted_due_date = greatest(counted_due_date, new.decided_on)
    where id = new.invoice_id;
  end if;
  return null;
end $$;

CREATE FUNCTION public.invoice_month_counted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into invoice_counts (billing_month, invoices)
    select * from (values (old.billing_month, -1), (new.billing_month, 1)) v (month, one) where month is not null;
  return null;
end $$;

CREATE FUNCTION public.invoices_counted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  changed date[];
begin
  if tg_op = 'INSERT' then
    with made as (
      insert into invoice_counts (billing_month, invoices)
        select billing_month, count(*) from added where billing_month is not null group by billing_month
        returning billing_month)
    select array_agg(billing_month) into changed from made;
  else
    with made as (
      insert into invoice_counts (billing_month, invoices)
        select billing_month, -count(*) from removed where billing_month is not null group by billing_month
        returning billing_month)
    select array_agg(billing_month) into changed from made;
  end if;
  if (select count(*) from invoice_counts where billing_month = any(changed)) > 100 then
    with mine as (select id from invoice_counts where billing_month = any(changed) for update skip locked),
      gone as (delete from invoice_counts c using mine where c.id = mine.id returning c.*)
    insert into invoice_counts (billing_month, invoices)
      select billing_month, sum(invoices) from gone group by billing_month having sum(invoices) <> 0;
  end if;
  return null;
end $$;

CREATE FUNCTION public.journal_entries_by_day() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
declare
  first_id bigint;
  last_id bigint;
begin
  execute 'select min(id), max(id) from added' into first_id, last_id;
  execute 'insert into revenue_days as d (day, account_code, revenue_cents)
           select a.entry_date, l.account_code, sum(l.credit_cents - l.debit_cents)
           from added a
           join journal_lines l on l.entry_id = a.id and l.entry_id between $1 and $2
           where l.account_code in (select code from accounts where type = ''REVENUE'')
           group by a.entry_date, l.account_code order by a.entry_date, l.account_code
           on conflict (day, account_code) do update set revenue_cents = d.revenue_cents + excluded.revenue_cents'
    using first_id, last_id;
  return null;
end $_$;

CREATE FUNCTION public.journal_entries_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
declare
  bad text;
  first_id bigint;
  last_id bigint;
begin
  execute 'insert into accounting_months (month) select distinct month from added order by month
           on conflict (month) do nothing';
  -- Waits for a lock being set at this moment, and makes a lock wait for this posting.
  execute 'select min(m.month::text) filter (where m.locked_at is not null)
           from (select month, locked_at from accounting_months
                 where month in (select month from added) order by month for share) m' into bad;
  if bad is not null then
    raise exception 'month % is locked', left(bad, 7)
      using errcode = 'restrict_violation', constraint = 'journal_entries_month_open';
  end if;
  execute 'select min(id), max(id) from added' into first_id, last_id;
  execute 'select min(e.entry_number) from (
             select a.id, a.entry_number, a.total_cents, a.month,
                    count(l.entry_id) as lines, sum(l.debit_cents) as debit, sum(l.credit_cents) as credit,
                    count(*) filter (where l.month is distinct from a.month) as strays
             from added a
             left join journal_lines l on l.entry_id = a.id and l.entry_id between $1 and $2
             group by a.id, a.entry_number, a.total_cents, a.month) e
           where e.lines < 2 or e.debit is distinct from e.credit
              or e.debit is distinct from e.total_cents or e.strays > 0' into bad using first_id, last_id;
  if bad is not null then
    raise exception 'entry % is not balanced', bad
      using errcode = 'check_violation', constraint = 'journal_entries_balanced';
  end if;
  return null;
end $_$;

CREATE FUNCTION public.journal_entries_opening_cash() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  openings bigint[];
begin
  execute 'select array_agg(id) from added where source = ''import.openings''' into openings;
  if openings is null then return null; end if;
  update cash_months m
  set debit_cents = m.debit_cents - o.debit_cents, credit_cents = m.credit_cents - o.credit_cents
  from (
    select l.account_code, l.month, sum(l.debit_cents) as debit_cents, sum(l.credit_cents) as credit_cents
    from journal_lines l join accounts a on a.code = l.account_code and not a.is_cash
    where l.entry_id = any (openings)
      and l.entry_id in (
        select c.entry_id from journal_lines c join accounts ca on ca.code = c.account_code
        where c.entry_id = any (openings)
        group by c.entry_id having bool_or(ca.is_cash) and not bool_or(c.account_code = '3120'))
    group by l.account_code, l.month) o
  where o.account_code = m.account_code and o.month = m.month;
  return null;
end $$;

CREATE FUNCTION public.journal_entries_opening_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
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
end $_$;

CREATE FUNCTION public.journal_lines_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
declare
  bad text;
  cash_codes text[];
begin
  execute 'select min(l.entry_id)::text from (
             select entry_id from added group by entry_id having max(line_no) <> count(*)) l' into bad;
  if bad is not null then
    raise exception 'the lines of entry % do not come at once, numbered from 1', bad
      using errcode = 'restrict_violation', constraint = 'journal_lines_sealed';
  end if;
  execute 'select min(l.account_code) filter (where a.code is null),
             array_agg(a.code) filter (where a.is_cash)
           from (select distinct account_code from added) l
           left join accounts a on a.code = l.account_code and a.level = 2 and a.is_active'
    into bad, cash_codes;
  if bad is not null then
    raise exception 'account % cannot be posted to', bad
      using errcode = 'check_violation', constraint = 'journal_lines_account';
  end if;
  execute 'select min(l.account_code) from (
             select account_code, ssp_cents is not null as has_pounds from added
             group by account_code, ssp_cents is not null) l
           join accounts a on a.code = l.account_code
           where l.has_pounds <> (a.currency = ''SSP'')' into bad;
  if bad is not null then
    raise exception 'a line on account % has pounds where it must not, or none where it must', bad
      using errcode = 'check_violation', constraint = 'journal_lines_currency';
  end if;
  execute 'insert into account_months as m (account_code, month, debit_cents, credit_cents, ssp_cents)
           select account_code, month, sum(debit_cents), sum(credit_cents), coalesce(sum(ssp_cents), 0) from added
           group by account_code, month order by account_code, month
           on conflict (account_code, month) do update
             set debit_cents = m.debit_cents + excluded.debit_cents,
                 credit_cents = m.credit_cents + excluded.credit_cents,
                 ssp_cents = m.ssp_cents + excluded.ssp_cents';
  if cash_codes is not null then
    execute 'insert into cash_months as m (account_code, month, debit_cents, credit_cents)
             select account_code, month, sum(debit_cents), sum(credit_cents) from added
             where account_code <> all ($1)
               and entry_id in (
                 select entry_id from added group by entry_id
                 having bool_or(account_code = any ($1)) and not bool_or(account_code = ''3120''))
             group by account_code, month order by account_code, month
             on conflict (account_code, month) do update
               set debit_cents = m.debit_cents + excluded.debit_cents,
                   credit_cents = m.credit_cents + excluded.credit_cents' using cash_codes;
  end if;
  return null;
end $_$;

CREATE FUNCTION public.lock_table(locked text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog'
    AS $$
begin
  case locked
    when 'journal_lines' then lock table public.journal_lines in share mode;
    when 'payroll_remittances' then lock table public.payroll_remittances in share row exclusive mode;
    when 'shown_pay_entries' then lock table public.shown_pay_entries in share row exclusive mode;
  end case;
end $$;

CREATE FUNCTION public.network_nodes_secret_key() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform assert_secret_key(new.snmp_secret);
  return null;
end $$;

CREATE FUNCTION public.payment_intents_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if (new.reference, new.purpose, new.visitor_hash, new.package_id, new.customer_id, new.provider, new.driver, new.phone,
        new.currency, new.amount_cents, new.usd_cents, new.rate_cents, new.created_at, new.hotspot_id)
      is distinct from (old.reference, old.purpose, old.visitor_hash, old.package_id, old.customer_id, old.provider, old.driver,
        old.phone, old.currency, old.amount_cents, old.usd_cents, old.rate_cents, old.created_at, old.hotspot_id)
    or (new.status <> old.status and not case old.status
      when 'created' then new.status in ('sending', 'failed', 'expired')
      when 'sending' then new.status in ('requested', 'failed', 'expired', 'review', 'paid')
      when 'requested' then new.status in ('failed', 'expired', 'review', 'paid')
      when 'failed' then new.status in ('review', 'paid')
      when 'expired' then new.status in ('failed', 'review', 'paid')
      when 'review' then new.status in ('paid', 'refunded')
      when 'paid' then new.status = 'refunded'
      else false end)
    or (old.payment_id is not null and new.payment_id is distinct from old.payment_id)
    or (old.provider_transaction_id is not null and new.provider_transaction_id is distinct from old.provider_transaction_id) then
    raise exception 'the status of a payment request only goes forward'
      using errcode = 'restrict_violation', constraint = 'payment_intents_forward';
  end if;
  return new;
end $$;

CREATE FUNCTION public.payments_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% are kept: % is refused', tg_table_name, tg_op
    using errcode = 'restrict_violation', constraint = 'payment_events_append_only';
end $$;

CREATE TABLE public.access_accounts (
    id bigint NOT NULL,
    customer_id bigint,
    kind text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    password_encrypted text COLLATE pg_catalog."C",
    nt_hash bytea,
    fixed_ip text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    pool text DEFAULT ''::text NOT NULL,
    sessions_at_once smallint DEFAULT 1 NOT NULL,
    is_blocked boolean DEFAULT false NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    access text NOT NULL COLLATE pg_catalog."C",
    reason text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    download_kbps integer,
    upload_kbps integer,
    fair_use_bytes bigint,
    reduced_download_kbps integer,
    reduced_upload_kbps integer,
    decision bigint DEFAULT 1 NOT NULL,
    redial_decision bigint DEFAULT 0 NOT NULL,
    decided_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    code_hash bytea,
    source text COLLATE pg_catalog."C",
    source_id bigint,
    ends_at timestamp with time zone,
    valid_seconds integer,
    lapses_on date,
    data_bytes bigint,
    is_one_device boolean DEFAULT false NOT NULL,
    device text COLLATE pg_catalog."C",
    signed_in_at timestamp with time zone,
    CONSTRAINT access_accounts_access CHECK ((access = ANY (ARRAY['on'::text, 'garden'::text, 'off'::text]))),
    CONSTRAINT access_accounts_address CHECK (((fixed_ip = ''::text) OR ((fixed_ip ~ '^[0-9]{1,3}([.][0-9]{1,3}){3}$'::text) AND (pool = ''::text)))),
    CONSTRAINT access_accounts_code_form CHECK (
CASE
    WHEN (kind = 'code'::text) THEN ((customer_id IS NULL) AND (num_nulls(code_hash, source, source_id) = 0) AND (octet_length(code_hash) = 20) AND (source = ANY (ARRAY['voucher'::text, 'wifi'::text])) AND ((ends_at IS NOT NULL) OR (num_nulls(valid_seconds, lapses_on) = 0)) AND (COALESCE(valid_seconds, 1) > 0) AND (COALESCE(data_bytes, (1)::bigint) > 0) AND ((device IS NULL) OR (signed_in_at IS NOT NULL)) AND (fair_use_bytes IS NULL) AND (fixed_ip = ''::text) AND (pool = ''::text) AND (NOT is_blocked))
    ELSE ((customer_id IS NOT NULL) AND (NOT is_one_device) AND (num_nonnulls(code_hash, source, source_id, ends_at, valid_seconds, lapses_on, data_bytes, device, signed_in_at) = 0))
END),
    CONSTRAINT access_accounts_kind CHECK ((kind = ANY (ARRAY['pppoe'::text, 'hotspot'::text, 'mac'::text, 'code'::text]))),
    CONSTRAINT access_accounts_password CHECK ((((password_encrypted IS NULL) = (kind = ANY (ARRAY['mac'::text, 'code'::text]))) AND ((nt_hash IS NULL) = (kind = ANY (ARRAY['mac'::text, 'code'::text]))) AND (octet_length(nt_hash) = 16))),
    CONSTRAINT access_accounts_pool CHECK ((pool ~ '^[A-Za-z0-9._-]{0,60}$'::text)),
    CONSTRAINT access_accounts_reason CHECK ((((access = 'on'::text) = (reason = ''::text)) AND (reason = ANY (ARRAY[''::text, 'suspended'::text, 'inactive'::text, 'blocked'::text, 'void'::text, 'ended'::text])) AND ((reason = ''::text) OR ((kind = 'code'::text) = (reason = ANY (ARRAY['void'::text, 'ended'::text])))))),
    CONSTRAINT access_accounts_sessions CHECK (((sessions_at_once >= 1) AND (sessions_at_once <= 100))),
    CONSTRAINT access_accounts_speed CHECK ((((download_kbps IS NULL) = (upload_kbps IS NULL)) AND (download_kbps > 0) AND (upload_kbps > 0) AND ((reduced_download_kbps IS NULL) = (fair_use_bytes IS NULL)) AND ((reduced_upload_kbps IS NULL) = (fair_use_bytes IS NULL)) AND (fair_use_bytes > 0) AND (reduced_download_kbps > 0) AND (reduced_upload_kbps > 0))),
    CONSTRAINT access_accounts_username_form CHECK (
CASE kind
    WHEN 'mac'::text THEN (username ~ '^[0-9a-f]{2}(:[0-9a-f]{2}){5}$'::text)
    WHEN 'code'::text THEN (username ~ '^[a-z0-9-]{3,40}/[0-9]{1,3}$'::text)
    ELSE (username ~ '^[a-z0-9._@-]{3,64}$'::text)
END)
);

CREATE FUNCTION public.radius_account(p_username text, p_device text) RETURNS public.access_accounts
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
declare
  v_account access_accounts;
begin
  if length(p_username) > 64 then return null; end if;
  if p_username like 'code:%' then
    if p_username ~ '^code:[0-9a-f]{40}$' then
      select * into v_account from access_accounts where code_hash = decode(substr(p_username, 6), 'hex');
      if found then return v_account; end if;
    end if;
    return null;
  end if;
  select * into v_account from access_accounts where username = lower(p_username) and kind in ('pppoe', 'hotspot');
  if found then return v_account; end if;
  -- Whoever types the address of another's device is not that device.
  if radius_device(p_username) = radius_device(p_device) then
    select * into v_account from access_accounts where username = radius_device(p_username) and kind = 'mac';
    if found then return v_account; end if;
  end if;
  return null;
end $_$;

CREATE FUNCTION public.radius_accounting(p_router text, p_status text, p_username text, p_session text, p_class text, p_device text, p_ip text, p_ipv6_prefix text, p_delegated_prefix text, p_seconds text, p_upload text, p_upload_high text, p_download text, p_download_high text, p_delay text, p_cause text) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
declare
  v_seconds bigint := radius_number(coalesce(nullif(p_seconds, ''), '0'));
  v_delay bigint := radius_number(coalesce(nullif(p_delay, ''), '0'));
  v_at timestamptz;
  v_start timestamptz;
  v_day date;
  v_off text;
begin
  if v_seconds + v_delay <= 315360000 then
    v_at := now() - make_interval(secs => v_delay);
    v_start := v_at - make_interval(secs => v_seconds);
    v_day := (v_at at time zone 'Africa/Juba')::date;
  end if;

  -- Most reports by far: the next one of a session that is known, on the same day, with counters of 64 bits. All that decides
  -- about it is a condition of this one statement; what does not meet them is any report.
  if p_status = 'Interim-Update' and v_day is not null and p_router ~ '^router_[0-9]{1,15}$'
    and p_upload ~ '^[0-9]{1,10}$' and p_upload_high ~ '^[0-9]{1,5}$'
    and p_download ~ '^[0-9]{1,10}$' and p_download_high ~ '^[0-9]{1,5}$' then
    update radius_sessions s set
      seconds = v_seconds,
      upload_bytes = greatest(s.upload_bytes, p_upload_high::bigint * 4294967296 + p_upload::bigint),
      download_bytes = greatest(s.download_bytes, p_download_high::bigint * 4294967296 + p_download::bigint),
      ip = coalesce(nullif(p_ip, '')::inet, s.ip),
      ipv6_prefix = coalesce(nullif(p_ipv6_prefix, '')::inet, s.ipv6_prefix),
      delegated_prefix = coalesce(nullif(p_delegated_prefix, '')::inet, s.delegated_prefix),
      last_at = now()
    where s.router_id = substr(p_router, 8)::bigint and s.session_id = p_session
      and s.account_id = (select a.id from access_accounts a where a.username = lower(p_username) and a.kind in ('pppoe', 'hotspot'))
      and s.seconds <= v_seconds and s.day >= v_day
      and s.started_at between v_start - interval '5 minutes' and v_start + interval '5 minutes';
    if found then
      -- The next report has these counters too: a crash may lose this one, and nobody waits for the disk.
      v_off := set_config('synchronous_commit', 'off', true);
      return 1;
    end if;
  end if;

  return radius_any_report(p_router, p_status, p_username, p_session, p_class, p_device, p_ip, p_ipv6_prefix, p_delegated_prefix,
    p_seconds, p_upload, p_upload_high, p_download, p_download_high, p_delay, p_cause);
end $_$;

CREATE FUNCTION public.radius_add_usage(p_account_id bigint, p_day date, p_upload bigint, p_download bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  if p_upload <= 0 and p_download <= 0 then return; end if;
  insert into radius_usage as u (account_id, day, upload_bytes, download_bytes)
  values (p_account_id, p_day, p_upload, p_download)
  on conflict (account_id, day) do update set
    upload_bytes = u.upload_bytes + excluded.upload_bytes, download_bytes = u.download_bytes + excluded.download_bytes;
  insert into radius_months as m (account_id, month, upload_bytes, download_bytes)
  values (p_account_id, date_trunc('month', p_day)::date, p_upload, p_download)
  on conflict (account_id, month) do update set
    upload_bytes = m.upload_bytes + excluded.upload_bytes, download_bytes = m.download_bytes + excluded.download_bytes;
end $$;

CREATE FUNCTION public.radius_any_report(p_router text, p_status text, p_username text, p_session text, p_class text, p_device text, p_ip text, p_ipv6_prefix text, p_delegated_prefix text, p_seconds text, p_upload text, p_upload_high text, p_download text, p_download_high text, p_delay text, p_cause text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
declare
  v_router bigint := radius_router(p_router);
  v_device text := radius_device(p_device);
  v_seconds bigint := radius_number(coalesce(nullif(p_seconds, ''), '0'));
  v_delay bigint := radius_number(coalesce(nullif(p_delay, ''), '0'));
  v_at timestamptz;
  v_start timestamptz;
  v_day date;
  v_account bigint;
  v_name text;
  v_decision bigint;
  v_given text := '';
  v_class text;
  v_session radius_sessions;
  v_closed radius_closed_sessions;
  v_up bigint;
  v_down bigint;
begin
  if v_router is null then return radius_cannot_use(p_router, 'router'); end if;
  if v_seconds is null or v_delay is null or v_seconds + v_delay > 315360000 then
    return radius_cannot_use(p_router, 'time');
  end if;
  v_at := now() - make_interval(secs => v_delay);
  v_start := v_at - make_interval(secs => v_seconds);
  v_day := (v_at at time zone 'Africa/Juba')::date;

  if p_status in ('Accounting-On', 'Accounting-Off') then
    perform radius_close(old.session, v_at, 'router restarted') from (
      select s as session from radius_sessions s where s.router_id = v_router and s.started_at <= v_at order by s.id for update
    ) old;
    return 1;
  end if;
  if p_status not in ('Start', 'Interim-Update', 'Stop') then return radius_cannot_use(p_router, 'status'); end if;
  if p_session = '' or length(p_session) > 253 then return radius_cannot_use(p_router, 'session'); end if;

  -- The class is what this account was told at its sign-in: hexadecimal digits of a<account>.<decision>, then what was given.
  if p_class ~ '^0x61(3[0-9]){1,15}2e(3[0-9]){1,15}(72|67)?$' then
    v_class := convert_from(decode(substr(p_class, 3), 'hex'), 'SQL_ASCII');
    v_given := case when right(v_class, 1) in ('r', 'g') then right(v_class, 1) else '' end;
    v_decision := rtrim(split_part(v_class, '.', 2), 'rg')::bigint;
  end if;
  select (radius_account(p_username, p_device)).id into v_account;
  -- Somebody has renamed the account since.
  if v_account is null and v_class is not null then
    select id into v_account from access_accounts where id = substr(split_part(v_class, '.', 1), 2)::bigint;
  end if;
  -- A router that has taken over the label of a code reports that.
  if v_account is null then
    select id into v_account from access_accounts where username = lower(p_username) and kind = 'code';
  end if;
  if v_account is null then return radius_cannot_use(p_router, 'account'); end if;
  -- Of a code the label is kept, however the router names the session.
  select case when kind = 'code' then username else p_username end into v_name from access_accounts where id = v_account;
  if v_class is null or split_part(v_class, '.', 1) <> 'a' || v_account then
    -- A router that does not echo the class was given what is decided now.
    select decision, replace(radius_wanted(a, radius_enforces(v_router)), 'x', '') into v_decision, v_given
    from access_accounts a where a.id = v_account;
  end if;

  perform pg_advisory_xact_lock(7284, hashtext(v_router || ' ' || p_session));
  select * into v_session from radius_sessions
  where router_id = v_router and session_id = p_session and account_id = v_account and (
    started_at between v_start - interval '5 minutes' and v_start + interval '5 minutes'
    -- The router's clock drifts, or was set since the first report.
    or (seconds <= v_seconds and last_at - make_interval(secs => seconds)
      between v_start - interval '5 minutes' and v_start + interval '5 minutes')
  )
  limit 1 for update;

  if v_session.id is null then
    select * into v_closed from radius_closed_sessions
    where router_id = v_router and session_id = p_session and account_id = v_account
      and started_at between v_start - interval '5 minutes' and v_start + interval '5 minutes'
    limit 1 for update;
    if v_closed.id is not null then
      -- A start that comes late, a repetition, or what was on its way when the session was closed.
      if p_status = 'Start' or v_seconds < v_closed.seconds then return 1; end if;
      v_up := radius_bytes(p_upload, p_upload_high, v_closed.upload_bytes, v_seconds > v_closed.seconds);
      v_down := radius_bytes(p_download, p_download_high, v_closed.download_bytes, v_seconds > v_closed.seconds);
      if v_up is null or v_down is null then return radius_cannot_use(p_router, 'counters'); end if;
      if v_seconds = v_closed.seconds and (v_up, v_down) = (v_closed.upload_bytes, v_closed.download_bytes)
        and (p_status <> 'Stop' or v_closed.cause not in ('silent', 'replaced', 'router restarted', 'unknown to router')) then return 1; end if;
      -- It was closed here, and the router reports that it goes on.
      if p_status = 'Interim-Update' and v_at > v_closed.ended_at
        and v_closed.cause in ('silent', 'replaced', 'router restarted', 'unknown to router') then
        delete from radius_closed_sessions where id = v_closed.id;
        insert into radius_sessions (id, router_id, account_id, session_id, username, started_at, device, ip, ipv6_prefix, delegated_prefix,
          seconds, upload_bytes, download_bytes, last_at, day, upload_before, download_before, decision, given)
        values (v_closed.id, v_router, v_account, p_session, v_name, v_closed.started_at, v_device, v_closed.ip, v_closed.ipv6_prefix,
          v_closed.delegated_prefix, v_seconds, v_up, v_down, now(), v_day, v_closed.upload_bytes, v_closed.download_bytes,
          v_decision, v_given);
        return 1;
      end if;
      perform radius_add_usage(v_account, v_day, v_up - v_closed.upload_bytes, v_down - v_closed.download_bytes);
      update radius_closed_sessions set
        seconds = v_seconds, upload_bytes = v_up, download_bytes = v_down,
        ended_at = case when p_status = 'Stop' then greatest(started_at, v_at) else ended_at end,
        cause = case when p_status = 'Stop' then left(p_cause, 60) else cause end
      where id = v_closed.id;
      return 1;
    end if;

    v_up := radius_bytes(p_upload, p_upload_high, 0, true);
    v_down := radius_bytes(p_download, p_download_high, 0, true);
    if v_up is null or v_down is null then return radius_cannot_use(p_router, 'counters'); end if;
    if p_status <> 'Stop' and v_device <> '' then
      perform radius_close(old.session, v_at, 'replaced') from (
        select s as session from radius_sessions s
        where s.account_id = v_account and s.device = v_device and s.started_at < v_start
          and (s.router_id, s.session_id) <> (v_router, p_session)
        order by s.id for update
      ) old;
    end if;
    delete from radius_reservations where account_id = v_account and device = v_device;
    insert into radius_sessions (router_id, account_id, session_id, username, started_at, device, ip, ipv6_prefix, delegated_prefix,
      seconds, upload_bytes, download_bytes, last_at, day, decision, given)
    values (v_router, v_account, p_session, v_name, v_start, v_device, nullif(p_ip, '')::inet, nullif(p_ipv6_prefix, '')::inet,
      nullif(p_delegated_prefix, '')::inet, v_seconds, v_up, v_down, now(), v_day, v_decision, v_given)
    returning * into v_session;
    if p_status = 'Stop' then perform radius_close(v_session, v_at, left(p_cause, 60)); end if;
    return 1;
  end if;

  if v_seconds >= v_session.seconds then
    v_up := radius_bytes(p_upload, p_upload_high, v_session.upload_bytes, v_seconds > v_session.seconds);
    v_down := radius_bytes(p_download, p_download_high, v_session.download_bytes, v_seconds > v_session.seconds);
    if v_up is null or v_down is null then return radius_cannot_use(p_router, 'counters'); end if;
    if v_day > v_session.day then
      perform radius_add_usage(v_account, v_session.day,
        v_session.upload_bytes - v_session.upload_before, v_session.download_bytes - v_session.download_before);
      v_session.upload_before := v_session.upload_bytes;
      v_session.download_before := v_session.download_bytes;
      v_session.day := v_day;
    end if;
    v_session.seconds := v_seconds;
    v_session.upload_bytes := v_up;
    v_session.download_bytes := v_down;
    v_session.ip := coalesce(nullif(p_ip, '')::inet, v_session.ip);
    v_session.ipv6_prefix := coalesce(nullif(p_ipv6_prefix, '')::inet, v_session.ipv6_prefix);
    v_session.delegated_prefix := coalesce(nullif(p_delegated_prefix, '')::inet, v_session.delegated_prefix);
  end if;
  if p_status = 'Stop' then
    perform radius_close(v_session, v_at, left(p_cause, 60));
    return 1;
  end if;
  update radius_sessions set
    seconds = v_session.seconds, upload_bytes = v_session.upload_bytes, download_bytes = v_session.download_bytes,
    ip = v_session.ip, ipv6_prefix = v_session.ipv6_prefix, delegated_prefix = v_session.delegated_prefix,
    last_at = now(), day = v_session.day, upload_before = v_session.upload_before, download_before = v_session.download_before
  where id = v_session.id;
  return 1;
end $_$;

CREATE FUNCTION public.radius_bytes(p_low text, p_high text, p_known bigint, p_is_later boolean) RETURNS bigint
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  v_low bigint := radius_number(p_low);
  v_high bigint;
begin
  if p_low = '' and p_high = '' then return p_known; end if;
  if p_high <> '' then
    v_high := radius_number(p_high);
    if v_high is null or v_high >= 262144 or v_low is null then return null; end if;
    return greatest(p_known, v_high * 4294967296 + v_low);
  end if;
  if v_low is null or v_low >= 1125899906842624 then return null; end if;
  if v_low >= 4294967296 or not p_is_later then return greatest(p_known, v_low); end if;
  v_high := p_known / 4294967296;
  if v_low < p_known % 4294967296 then v_high := v_high + 1; end if;
  return v_high * 4294967296 + v_low;
end $$;

CREATE FUNCTION public.radius_cannot_use(p_router text, p_reason text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  insert into radius_unusable as u (day, router, reason) values (radius_today(), left(p_router, 40), p_reason)
  on conflict (day, router, reason) do update set count = u.count + 1;
  return 1;
end $$;

CREATE FUNCTION public.radius_check(p_router text, p_username text, p_device text) RETURNS TABLE(id integer, username text, attribute text, value text, op text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  v_router bigint;
  v_device text := radius_device(p_device);
  v_account access_accounts;
  v_reason text := '';
begin
  -- Most by far, in one statement: an account with a password that is not refused, and a device that is not throttled.
  return query
    select g.id, p_username, g.attribute, g.value, ':='
    from radius_routers r join access_accounts a on a.username = lower(p_username) and a.kind in ('pppoe', 'hotspot')
      cross join lateral (values
        (1, 'NT-Password', '0x' || encode(a.nt_hash, 'hex')), (2, 'Simultaneous-Use', a.sessions_at_once::text)
      ) g (id, attribute, value)
    where r.id = case when p_router ~ '^router_[0-9]{1,15}$' then substr(p_router, 8)::bigint end
      and a.access <> 'off' and not exists (
        select from radius_refusals f
        where f.router_id = r.id and f.device = v_device and f.last_at > now() - interval '10 minutes'
      );
  if found then return; end if;
  v_router := radius_router(p_router);
  if v_router is null then return; end if;
  if v_device <> '' and (
    select coalesce(sum(r.window_count), 0) from radius_refusals r
    where r.router_id = v_router and r.device = v_device and r.last_at > now() - interval '10 minutes'
      and r.window_start > now() - interval '10 minutes' and r.reason in ('unknown', 'password')
  ) >= 30 then
    v_reason := 'throttled';
  else
    v_account := radius_account(p_username, p_device);
    if v_account.id is null then return; end if;
    if v_account.kind = 'code' then
      v_reason := radius_code_problem(v_account);
    elsif v_account.access = 'off' and radius_enforces(v_router) then
      v_reason := v_account.reason;
    end if;
  end if;
  if v_reason <> '' then
    return query values
      (1, p_username, 'Auth-Type', 'Reject', ':='),
      (2, p_username, 'Tmp-String-0', v_reason, ':=');
    return;
  end if;
  -- A code is its own password.
  if v_account.kind in ('mac', 'code') then
    return query values (1, p_username, 'Auth-Type', 'Accept', ':=');
  else
    return query values (1, p_username, 'NT-Password', '0x' || encode(v_account.nt_hash, 'hex'), ':=');
  end if;
  return query values (2, p_username, 'Simultaneous-Use', v_account.sessions_at_once::text, ':=');
end $_$;

CREATE TABLE public.radius_sessions (
    id bigint NOT NULL,
    router_id bigint NOT NULL,
    account_id bigint NOT NULL,
    session_id text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    device text NOT NULL COLLATE pg_catalog."C",
    ip inet,
    ipv6_prefix inet,
    delegated_prefix inet,
    seconds bigint DEFAULT 0 NOT NULL,
    upload_bytes bigint DEFAULT 0 NOT NULL,
    download_bytes bigint DEFAULT 0 NOT NULL,
    last_at timestamp with time zone NOT NULL,
    day date NOT NULL,
    upload_before bigint DEFAULT 0 NOT NULL,
    download_before bigint DEFAULT 0 NOT NULL,
    decision bigint NOT NULL,
    given text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT radius_sessions_given CHECK ((given = ANY (ARRAY[''::text, 'r'::text, 'g'::text])))
)
WITH (fillfactor='70');

CREATE FUNCTION public.radius_close(p_session public.radius_sessions, p_ended_at timestamp with time zone, p_cause text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  delete from radius_sessions where id = p_session.id;
  if not found then return; end if;
  perform radius_add_usage(p_session.account_id, p_session.day,
    p_session.upload_bytes - p_session.upload_before, p_session.download_bytes - p_session.download_before);
  insert into radius_closed_sessions (id, router_id, account_id, session_id, started_at, ended_at, device, ip, ipv6_prefix,
    delegated_prefix, seconds, upload_bytes, download_bytes, cause, decision)
  values (p_session.id, p_session.router_id, p_session.account_id, p_session.session_id, p_session.started_at,
    greatest(p_session.started_at, p_ended_at), p_session.device, p_session.ip, p_session.ipv6_prefix,
    p_session.delegated_prefix, p_session.seconds, p_session.upload_bytes, p_session.download_bytes, p_cause, p_session.decision);
end $$;

CREATE FUNCTION public.radius_code_problem(p_account public.access_accounts) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  if p_account.access = 'off' then return p_account.reason; end if;
  if p_account.ends_at <= now() or (p_account.ends_at is null and p_account.lapses_on < radius_today()) then return 'ended'; end if;
  if p_account.data_bytes is not null and radius_used_in_all(p_account.id) >= p_account.data_bytes then return 'usedUp'; end if;
  return '';
end $$;

CREATE FUNCTION public.radius_code_reply(p_account public.access_accounts, p_username text, p_is_mikrotik boolean) RETURNS TABLE(id integer, username text, attribute text, value text, op text)
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  v_left bigint;
begin
  return query values
    (7, p_username, 'User-Name', p_account.username, ':='),
    (8, p_username, 'Session-Timeout',
      greatest(1, coalesce(floor(extract(epoch from p_account.ends_at - now()))::bigint, p_account.valid_seconds))::text, ':=');
  if p_account.data_bytes is null or not p_is_mikrotik then return; end if;
  v_left := greatest(1, p_account.data_bytes - radius_used_in_all(p_account.id));
  -- To a router 0 is no limit.
  if v_left % 4294967296 = 0 then v_left := v_left - 1; end if;
  return query values (9, p_username, 'Mikrotik-Total-Limit', (v_left % 4294967296)::text, ':=');
  if v_left >= 4294967296 then
    return query values (10, p_username, 'Mikrotik-Total-Limit-Gigawords', (v_left / 4294967296)::text, ':=');
  end if;
end $$;

CREATE FUNCTION public.radius_compare(p_enforced boolean, p_now timestamp with time zone, p_accounts bigint[]) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_custom_plan'
    SET jit TO 'off'
    AS $$
declare
  v_count bigint;
  v_today date := radius_today();
  v_month date := date_trunc('month', radius_today())::date;
begin
  with enforcing as materialized (
    select id as router_id, radius_enforces(id) as enforces from radius_routers
  ), wanted as materialized (
    select s.id, s.router_id, s.decision as has_decision, s.given, a.decision, a.redial_decision,
      -- As radius_wanted, without a call for each.
      case
        when a.kind = 'code' then
          case when a.access = 'off' or a.ends_at <= now() or (a.ends_at is null and a.lapses_on < v_today)
            or (a.data_bytes is not null and a.data_bytes <=
              coalesce((select sum(u.upload_bytes + u.download_bytes) from radius_usage u where u.account_id = a.id), 0)
              + (select sum(o.upload_bytes - o.upload_before + o.download_bytes - o.download_before) from radius_sessions o
                where o.account_id = a.id)) then 'x' else '' end
        when e.enforces and a.access = 'off' then 'x'
        when e.enforces and a.access = 'garden' then 'g'
        when a.fair_use_bytes is not null and a.fair_use_bytes <=
          coalesce((select m.upload_bytes + m.download_bytes from radius_months m where m.account_id = a.id and m.month = v_month), 0)
          + coalesce((select sum(o.upload_bytes - o.upload_before + o.download_bytes - o.download_before) from radius_sessions o
            where o.account_id = a.id and o.day >= v_month), 0) then 'r'
        else '' end as wanted
    from radius_sessions s join access_accounts a on a.id = s.account_id join enforcing e on e.router_id = s.router_id
    where (p_enforced or s.given = 'g' or a.kind = 'code') and (p_accounts is null or s.account_id = any(p_accounts))
  ), differing as (
    select id, router_id, decision, wanted,
      case when wanted = 'x' or (wanted = 'g') <> (given = 'g') or has_decision < redial_decision then 'end' else 'change' end as kind
    from wanted where has_decision <> decision or given <> wanted
  ), withdrawn as (
    delete from radius_orders o using wanted w
    where o.session_id = w.id and w.has_decision = w.decision and w.given = w.wanted and not o.is_by_hand
  ), written as (
    insert into radius_orders as o (session_id, router_id, kind, decision, given, made_at, next_at)
    select d.id, d.router_id, d.kind, d.decision, d.wanted, p_now, p_now
    from differing d
    -- A session that ends at this moment needs none.
    join lateral (select s.id from radius_sessions s where s.id = d.id for key share skip locked) still on true
    order by d.id
    on conflict (session_id) do update set kind = excluded.kind, decision = excluded.decision, given = excluded.given,
      next_at = excluded.next_at, tries = 0, is_promised = false, error = ''
    -- A change that the router has refused stays an end.
    where (o.decision, o.given) <> (excluded.decision, excluded.given) or (o.kind = 'change' and excluded.kind = 'end')
  )
  select count(*) into v_count from differing;
  return v_count;
end $$;

CREATE FUNCTION public.radius_count_refusal(p_router_id bigint, p_account_id bigint, p_username text, p_device text, p_reason text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  v_hour timestamptz := date_trunc('hour', now());
  v_name text := case
    when p_account_id is not null then ''
    -- A device that signs in by its own address.
    when p_device <> '' and radius_device(p_username) = p_device then left(p_username, 64)
    -- Perhaps a mistyped code, with a letter more or less: it is not kept.
    when length(regexp_replace(p_username, '[^A-Za-z0-9]', '', 'g')) between 10 and 14 then left(ltrim(p_username), 4) || '…'
    else left(p_username, 64) end;
begin
  -- Somebody who changes the device with each try fills 100 rows an hour of an account, no more.
  if p_account_id is not null and (
    select count(*) from (
      select 1 from radius_refusals where account_id = p_account_id and last_at >= v_hour limit 100
    ) counted
  ) = 100 then
    p_device := '';
  end if;
  -- Somebody who asks for one name after the other fills 500 rows an hour, no more.
  if v_name <> '' and (
    select count(*) from (
      select 1 from radius_refusals where hour = v_hour and router_id = p_router_id and account_id is null limit 500
    ) counted
  ) = 500 then
    v_name := '';
    p_device := '';
  end if;
  insert into radius_refusals as r (hour, router_id, account_id, username, device, reason, last_at, window_start)
  values (v_hour, p_router_id, p_account_id, v_name, p_device, p_reason, now(), now())
  on conflict (hour, router_id, coalesce(account_id, 0), username, device, reason) do update set
    count = r.count + 1,
    last_at = now(),
    window_start = case when r.window_start > now() - interval '10 minutes' then r.window_start else now() end,
    window_count = case when r.window_start > now() - interval '10 minutes' then r.window_count + 1 else 1 end;
end $$;

CREATE FUNCTION public.radius_device(p_device text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
  select case when length(p_device) between 12 and 17 and translate(p_device, ':-. ', '') ~ '^[0-9A-Fa-f]{12}$' then
    lower(substr(translate(p_device, ':-. ', ''), 1, 2) || ':' || substr(translate(p_device, ':-. ', ''), 3, 2) || ':' ||
      substr(translate(p_device, ':-. ', ''), 5, 2) || ':' || substr(translate(p_device, ':-. ', ''), 7, 2) || ':' ||
      substr(translate(p_device, ':-. ', ''), 9, 2) || ':' || substr(translate(p_device, ':-. ', ''), 11, 2))
    else lower(left(p_device, 64)) end
$_$;

CREATE FUNCTION public.radius_enforces(p_router_id bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  v_settings jsonb := (select s.value from settings s where s.name = 'access');
begin
  if not coalesce((v_settings->>'enforced')::boolean, false) then return false; end if;
  if (v_settings->>'everybodyUntil')::timestamptz > now() then return false; end if;
  return not exists (select 1 from settings where name = 'pause')
    and not exists (select 1 from radius_routers r where r.id = p_router_id and r.everybody_until > now());
end $$;

CREATE FUNCTION public.radius_is_code(p_username text) RETURNS integer
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  select case when (radius_account(p_username, '')).kind = 'code' then 1 else 0 end
$$;

CREATE FUNCTION public.radius_is_reduced(p_account public.access_accounts) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  return p_account.fair_use_bytes is not null and radius_used(p_account.id) >= p_account.fair_use_bytes;
end $$;

CREATE FUNCTION public.radius_number(p_text text) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $_$ select case when p_text ~ '^[0-9]{1,18}$' then p_text::bigint end $_$;

CREATE FUNCTION public.radius_ping() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$ select 'ok ' || (select count(*) from radius_routers) $$;

CREATE FUNCTION public.radius_refused(p_router text, p_username text, p_device text, p_reason text) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  v_router bigint := radius_router(p_router);
  v_account access_accounts := radius_account(p_username, p_device);
begin
  if v_router is null then return 0; end if;
  perform radius_count_refusal(v_router, v_account.id, p_username, radius_device(p_device),
    case when p_reason in ('suspended', 'inactive', 'blocked', 'throttled', 'tooMany', 'void', 'ended', 'usedUp') then p_reason
      when v_account.id is null then 'unknown' else 'password' end);
  return 1;
end $$;

CREATE FUNCTION public.radius_reply(p_router text, p_username text, p_device text) RETURNS TABLE(id integer, username text, attribute text, value text, op text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  v_router radius_routers;
  v_account access_accounts;
  v_settings jsonb;
  v_wanted text;
  v_down integer;
  v_up integer;
begin
  -- Most by far, in one statement: the usual speed at a router of MikroTik.
  return query
    select g.id, p_username, g.attribute, g.value, ':='
    from radius_routers r join access_accounts a on a.username = lower(p_username) and a.kind in ('pppoe', 'hotspot')
      left join settings s on s.name = 'access'
      cross join lateral (values
        (1, 'Class', 'a' || a.id || '.' || a.decision),
        (2, 'Acct-Interim-Interval', coalesce(s.value->>'interimSeconds', '300')),
        (5, 'Mikrotik-Rate-Limit', a.upload_kbps || 'k/' || a.download_kbps || 'k')
      ) g (id, attribute, value)
    where r.id = case when p_router ~ '^router_[0-9]{1,15}$' then substr(p_router, 8)::bigint end
      and r.kind = 'mikrotik' and a.access = 'on' and a.download_kbps is not null and a.fixed_ip = '' and a.pool = ''
      and case when a.fair_use_bytes is null then true else radius_used(a.id) < a.fair_use_bytes end;
  if found then return; end if;
  v_account := radius_account(p_username, p_device);
  v_settings := coalesce((select s.value from settings s where s.name = 'access'), '{}');
  select * into v_router from radius_routers r where r.id = radius_router(p_router);
  if v_router.id is null or v_account.id is null then return; end if;
  v_wanted := radius_wanted(v_account, radius_enforces(v_router.id));
  if v_wanted = 'x' then return; end if;
  v_down := case v_wanted when 'r' then v_account.reduced_download_kbps else v_account.download_kbps end;
  v_up := case v_wanted when 'r' then v_account.reduced_upload_kbps else v_account.upload_kbps end;
  return query values
    (1, p_username, 'Class', 'a' || v_account.id || '.' || v_account.decision || v_wanted, ':='),
    -- Where data end, their end is found by reports.
    (2, p_username, 'Acct-Interim-Interval',
      case when v_account.data_bytes is null then coalesce(v_settings->>'interimSeconds', '300') else '60' end, ':=');
  if v_account.fixed_ip <> '' then
    return query values (3, p_username, 'Framed-IP-Address', v_account.fixed_ip, ':=');
  elsif v_account.pool <> '' then
    return query values (3, p_username, 'Framed-Pool', v_account.pool, ':=');
  end if;
  if v_wanted = 'g' then
    if v_router.kind = 'mikrotik' then
      return query values (4, p_username, 'Mikrotik-Address-List', coalesce(v_settings->>'gardenList', 'nimule-garden'), ':=');
    else
      return query values (4, p_username, 'Filter-Id', coalesce(v_settings->>'gardenList', 'nimule-garden'), ':=');
    end if;
  end if;
  -- Without a known speed none is sent: 0 would be unlimited.
  if v_down is not null then
    if v_router.kind = 'mikrotik' then
      -- As the router sees it: what it receives (the upload) first.
      return query values (5, p_username, 'Mikrotik-Rate-Limit', v_up || 'k/' || v_down || 'k', ':=');
    else
      return query values
        (5, p_username, 'WISPr-Bandwidth-Max-Up', (v_up::bigint * 1000)::text, ':='),
        (6, p_username, 'WISPr-Bandwidth-Max-Down', (v_down::bigint * 1000)::text, ':=');
    end if;
  end if;
  if v_account.kind = 'code' then
    return query select * from radius_code_reply(v_account, p_username, v_router.kind = 'mikrotik');
  end if;
end $_$;

CREATE FUNCTION public.radius_reserve(p_router text, p_username text, p_device text) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
declare
  v_device text := radius_device(p_device);
  v_id bigint;
  v_limit smallint;
  v_account access_accounts;
  v_taken bigint;
  v_past bigint;
  v_off text;
  -- As exact as the core reads it.
  v_now timestamptz := date_trunc('milliseconds', now());
begin
  select a.id, a.sessions_at_once, pg_advisory_xact_lock(7283, (a.id % 2147483647)::integer) into v_id, v_limit
  from radius_routers r join access_accounts a on a.username = lower(p_username) and a.kind in ('pppoe', 'hotspot')
  where r.id = case when p_router ~ '^router_[0-9]{1,15}$' then substr(p_router, 8)::bigint end;
  if v_id is null then
    v_account := radius_account(p_username, p_device);
    if radius_router(p_router) is null or v_account.id is null then return 1000000; end if;
    v_id := v_account.id;
    v_limit := v_account.sessions_at_once;
    perform pg_advisory_xact_lock(7283, (v_id % 2147483647)::integer);
  end if;
  if v_account.kind = 'code' then
    select * into v_account from access_accounts where id = v_id for no key update;
    if radius_code_problem(v_account) <> '' or (v_account.is_one_device and v_account.device <> v_device) then
      return 1000000;
    end if;
  end if;
  -- In one statement: a report makes a session of a reservation meanwhile.
  select count(*) filter (where r.until > now() and (r.device = '' or r.device <> v_device)
      and not exists (select from radius_sessions s where s.account_id = v_id and s.device = r.device))
    + (select count(*) from radius_sessions s where s.account_id = v_id and (s.device = '' or s.device <> v_device)),
    count(*) filter (where r.until <= now()) into v_taken, v_past
  from radius_reservations r where r.account_id = v_id;
  if v_past > 0 then
    delete from radius_reservations where account_id = v_id and until <= now();
  end if;
  if v_taken >= v_limit then
    return 1000000;
  end if;
  insert into radius_reservations (account_id, device, until) values (v_id, v_device, now() + interval '60 seconds')
  on conflict (account_id, device) do update set until = excluded.until;
  if v_account.kind is distinct from 'code' then
    -- A crash may lose a place of the last second: nobody waits for the disk.
    v_off := set_config('synchronous_commit', 'off', true);
    return 0;
  end if;
  if (
    v_account.signed_in_at is null or (v_account.is_one_device and v_account.device is null and v_device <> '')
  ) then
    update access_accounts set
      signed_in_at = coalesce(signed_in_at, v_now),
      ends_at = coalesce(ends_at, v_now + make_interval(secs => valid_seconds)),
      device = case when is_one_device then nullif(v_device, '') end
    where id = v_account.id;
    if v_account.ends_at is null then
      insert into access_first_sign_ins (account_id, at) values (v_account.id, v_now);
    end if;
  end if;
  return 0;
end $_$;

CREATE FUNCTION public.radius_router(p_router text) RETURNS bigint
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
begin
  if p_router !~ '^router_[0-9]{1,15}$' then return null; end if;
  return (select id from radius_routers where id = substr(p_router, 8)::bigint);
end $_$;

CREATE FUNCTION public.radius_routers_secret_key() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform assert_secret_key(new.secret_encrypted);
  return null;
end $$;

CREATE FUNCTION public.radius_today() RETURNS date
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$ select (now() at time zone 'Africa/Juba')::date $$;

CREATE FUNCTION public.radius_unreadable(p_router text) RETURNS integer
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$ select radius_cannot_use(p_router, 'text') $$;

CREATE FUNCTION public.radius_used(p_account_id bigint) RETURNS bigint
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  v_month date := date_trunc('month', now() at time zone 'Africa/Juba')::date;
begin
  return coalesce((select upload_bytes + download_bytes from radius_months where account_id = p_account_id and month = v_month), 0)
    + coalesce((select sum(upload_bytes - upload_before + download_bytes - download_before) from radius_sessions
      where account_id = p_account_id and day >= v_month), 0)::bigint;
end $$;

CREATE FUNCTION public.radius_used_in_all(p_account_id bigint) RETURNS bigint
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  return coalesce((select sum(upload_bytes + download_bytes) from radius_usage where account_id = p_account_id), 0)::bigint
    + coalesce((select sum(upload_bytes - upload_before + download_bytes - download_before) from radius_sessions
      where account_id = p_account_id), 0)::bigint;
end $$;

CREATE FUNCTION public.radius_wanted(p_account public.access_accounts, p_enforces boolean) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  if p_account.kind = 'code' then
    return case when radius_code_problem(p_account) = '' then '' else 'x' end;
  end if;
  if p_enforces and p_account.access = 'off' then return 'x'; end if;
  if p_enforces and p_account.access = 'garden' then return 'g'; end if;
  if p_account.fair_use_bytes is not null and radius_is_reduced(p_account) then return 'r'; end if;
  return '';
end $$;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, tg_op
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;

CREATE FUNCTION public.second_factors_secret_key() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform assert_secret_key(new.secret_encrypted);
  return null;
end $$;

CREATE FUNCTION public.stock_levels_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'stock levels follow from moves: % is refused', tg_op
      using errcode = 'restrict_violation', constraint = 'stock_levels_from_moves';
  end if;
  return null;
end $$;

CREATE FUNCTION public.stock_moves_apply() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  bad text;
begin
  -- In the order of ids, so that two transactions cannot wait for one another.
  execute 'insert into stock_levels as s (equipment_id, on_hand, reserved, value_cents, last_date)
           select equipment_id, 0, 0, 0, min(move_date) from added group by equipment_id order by equipment_id
           on conflict (equipment_id) do nothing';
  execute 'select e.equipment_id from (select equipment_id, min(move_date) as first from added group by equipment_id) a
           join stock_levels s on s.equipment_id = a.equipment_id and s.last_date > a.first
           join equipment e on e.id = a.equipment_id order by 1 limit 1' into bad;
  if bad is not null then
    raise exception '% has a later move', bad
      using errcode = 'check_violation', constraint = 'stock_moves_in_order';
  end if;
  execute 'update stock_levels s set on_hand = s.on_hand + a.quantity, reserved = s.reserved + a.reserved,
             value_cents = s.value_cents + a.value, last_date = greatest(s.last_date, a.last)
           from (select equipment_id, sum(quantity) as quantity, sum(reserved) as reserved, sum(value_cents) as value,
                   max(move_date) as last from added group by equipment_id order by equipment_id) a
           where s.equipment_id = a.equipment_id';
  return null;
end $$;

CREATE FUNCTION public.stock_moves_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'stock moves are never changed: % is refused', tg_op
    using errcode = 'restrict_violation', constraint = 'stock_moves_append_only';
end $$;

CREATE FUNCTION public.tills_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if pg_trigger_depth() < 2 and (new.usd_cents, new.ssp_cents) is distinct from
      (case tg_op when 'INSERT' then 0 else old.usd_cents end, case tg_op when 'INSERT' then 0 else old.ssp_cents end) then
    raise exception 'the cash of a till follows from its movements'
      using errcode = 'restrict_violation', constraint = 'tills_cash_from_movements';
  end if;
  if tg_op = 'UPDATE' and (
      (new.till_number, new.user_id, new.opened_on, new.opened_at, new.float_usd_cents, new.float_ssp_cents)
        is distinct from (old.till_number, old.user_id, old.opened_on, old.opened_at, old.float_usd_cents, old.float_ssp_cents)
      or (old.status, new.status) in (('open', 'accepted'), ('counted', 'open'), ('accepted', 'open'), ('accepted', 'counted'))
      or (old.status <> 'open' and
        (new.counted_at, new.counted_on, new.expected_usd_cents, new.expected_ssp_cents, new.counted_usd_cents, new.counted_ssp_cents)
        is distinct from (old.counted_at, old.counted_on, old.expected_usd_cents, old.expected_ssp_cents, old.counted_usd_cents, old.counted_ssp_cents))) then
    raise exception 'a till is opened, counted and accepted once'
      using errcode = 'restrict_violation', constraint = 'tills_forward';
  end if;
  return new;
end $$;

CREATE FUNCTION public.tills_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% are never removed: % is refused', tg_table_name, tg_op
    using errcode = 'restrict_violation', constraint = 'tills_kept';
end $$;

CREATE FUNCTION public.vouchers_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if (new.batch_id, new.line_no, new.code_hash, new.code_encrypted)
      is distinct from (old.batch_id, old.line_no, old.code_hash, old.code_encrypted)
    or (new.status <> old.status and not (
      (old.status = 'unused' and new.status in ('activated', 'void', 'expired'))
      or (old.status = 'activated' and new.status = 'expired')))
    or (old.status <> 'unused' and (new.activated_at, new.activated_on, new.expires_at, new.device_hash, new.void_id, new.lapsed_on)
      is distinct from (old.activated_at, old.activated_on, old.expires_at, old.device_hash, old.void_id, old.lapsed_on)) then
    raise exception 'a voucher is sold, then activated, voided or expired, once'
      using errcode = 'restrict_violation', constraint = 'vouchers_forward';
  end if;
  return new;
end $$;

CREATE FUNCTION public.vouchers_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% are kept: % is refused', tg_table_name, tg_op
    using errcode = 'restrict_violation', constraint = 'vouchers_kept';
end $$;

CREATE FUNCTION public.vouchers_secret_key() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  one text;
begin
  for one in execute 'select min(code_encrypted) from added group by substring(code_encrypted for 20)' loop
    perform assert_secret_key(one);
  end loop;
  return null;
end $$;

CREATE FUNCTION public.wifi_sessions_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if to_jsonb(new) - 'ended_at' is distinct from to_jsonb(old) - 'ended_at' or old.ended_at is not null then
    raise exception 'a WiFi session is sold once and ended once'
      using errcode = 'restrict_violation', constraint = 'wifi_sessions_fixed';
  end if;
  return new;
end $$;

CREATE FUNCTION public.wifi_sessions_secret_key() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform assert_secret_key(new.access_encrypted);
  return null;
end $$;

ALTER TABLE public.access_accounts ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.access_accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.access_first_sign_ins (
    account_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE public.access_profiles (
    package_type text NOT NULL COLLATE pg_catalog."C",
    upload_percent smallint NOT NULL,
    fair_use_gb integer,
    reduced_mbps integer,
    version bigint DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT access_profiles_fair_use CHECK ((((fair_use_gb IS NULL) = (reduced_mbps IS NULL)) AND ((fair_use_gb >= 1) AND (fair_use_gb <= 1000000)) AND ((reduced_mbps >= 1) AND (reduced_mbps <= 1000000)))),
    CONSTRAINT access_profiles_upload CHECK (((upload_percent >= 1) AND (upload_percent <= 1000)))
);

CREATE TABLE public.access_stale (
    account_id bigint NOT NULL,
    since timestamp with time zone NOT NULL
);

CREATE TABLE public.account_months (
    account_code text NOT NULL COLLATE pg_catalog."C",
    month date NOT NULL,
    debit_cents bigint DEFAULT 0 NOT NULL,
    credit_cents bigint DEFAULT 0 NOT NULL,
    ssp_cents bigint DEFAULT 0 NOT NULL,
    CONSTRAINT account_months_credit_cents_check CHECK ((credit_cents >= 0)),
    CONSTRAINT account_months_debit_cents_check CHECK ((debit_cents >= 0))
);

CREATE TABLE public.accounting_months (
    month date NOT NULL,
    locked_at timestamp with time zone,
    locked_by text,
    CONSTRAINT accounting_months_check CHECK (((locked_at IS NULL) = (locked_by IS NULL))),
    CONSTRAINT accounting_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

CREATE TABLE public.accounts (
    code text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    parent_code text COLLATE pg_catalog."C",
    level integer NOT NULL,
    parent_level integer GENERATED ALWAYS AS ((level - 1)) STORED,
    normal_balance text NOT NULL COLLATE pg_catalog."C",
    is_cash boolean DEFAULT false NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    id bigint NOT NULL,
    currency text DEFAULT 'USD'::text NOT NULL COLLATE pg_catalog."C",
    cash_flow text DEFAULT 'operating'::text NOT NULL COLLATE pg_catalog."C",
    expense_class text COLLATE pg_catalog."C",
    CONSTRAINT accounts_cash_flow_check CHECK ((cash_flow = ANY (ARRAY['operating'::text, 'investing'::text, 'financing'::text]))),
    CONSTRAINT accounts_check CHECK (((level = 0) = (parent_code IS NULL))),
    CONSTRAINT accounts_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT accounts_currency_of_leaf CHECK (((currency = 'USD'::text) OR (level = 2))),
    CONSTRAINT accounts_expense_class CHECK (((expense_class IS NOT NULL) = (type = 'EXPENSE'::text))),
    CONSTRAINT accounts_expense_class_check CHECK ((expense_class = ANY (ARRAY['cost_of_sales'::text, 'operating'::text, 'non_operating'::text]))),
    CONSTRAINT accounts_level_check CHECK (((level >= 0) AND (level <= 2))),
    CONSTRAINT accounts_normal_balance_check CHECK ((normal_balance = ANY (ARRAY['DEBIT'::text, 'CREDIT'::text]))),
    CONSTRAINT accounts_type_check CHECK ((type = ANY (ARRAY['ASSET'::text, 'LIABILITY'::text, 'EQUITY'::text, 'REVENUE'::text, 'EXPENSE'::text])))
);

ALTER TABLE public.accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.advance_movements (
    id bigint NOT NULL,
    advance_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    payroll_id bigint,
    moved_on date NOT NULL,
    amount_cents public.cents NOT NULL,
    account text COLLATE pg_catalog."C",
    money_account text COLLATE pg_catalog."C",
    currency text COLLATE pg_catalog."C",
    paid_amount_cents public.cents,
    rate_cents public.cents,
    reference text DEFAULT ''::text NOT NULL,
    reversal_of bigint,
    reason text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT advance_movements_account_check CHECK ((account = ANY (ARRAY['cash'::text, 'bank'::text, 'mobile_money'::text]))),
    CONSTRAINT advance_movements_amount_cents_check CHECK (((amount_cents)::bigint <> 0)),
    CONSTRAINT advance_movements_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT advance_movements_kind_check CHECK ((kind = ANY (ARRAY['payroll'::text, 'payroll_reversal'::text, 'repayment'::text, 'repayment_reversal'::text]))),
    CONSTRAINT advance_movements_money CHECK ((num_nonnulls(account, money_account, currency, paid_amount_cents, rate_cents) =
CASE
    WHEN (payroll_id IS NULL) THEN 5
    ELSE 0
END)),
    CONSTRAINT advance_movements_payroll CHECK (((payroll_id IS NOT NULL) = (kind = ANY (ARRAY['payroll'::text, 'payroll_reversal'::text])))),
    CONSTRAINT advance_movements_reversal CHECK (((reversal_of IS NOT NULL) = (kind = 'repayment_reversal'::text))),
    CONSTRAINT advance_movements_sign CHECK ((((amount_cents)::bigint > 0) = (kind = ANY (ARRAY['payroll'::text, 'repayment'::text]))))
);

ALTER TABLE public.advance_movements ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.advance_movements_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.approvals (
    id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    entity text NOT NULL COLLATE pg_catalog."C",
    entity_id bigint,
    record text NOT NULL,
    summary text NOT NULL,
    amount_cents public.cents NOT NULL,
    requested_by text NOT NULL,
    requested_by_id bigint,
    reason text NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    status text DEFAULT 'waiting'::text NOT NULL COLLATE pg_catalog."C",
    decided_by text DEFAULT ''::text NOT NULL,
    decided_by_id bigint,
    decided_at timestamp with time zone,
    decision_reason text DEFAULT ''::text NOT NULL,
    is_sole boolean DEFAULT false NOT NULL,
    payload jsonb,
    facts jsonb DEFAULT '[]'::jsonb NOT NULL,
    for_user_id bigint,
    CONSTRAINT approvals_decided CHECK (((status = 'waiting'::text) = (decided_at IS NULL))),
    CONSTRAINT approvals_kind_check CHECK ((kind = ANY (ARRAY['supplier_bill'::text, 'stock_count'::text, 'price_below_list'::text, 'supplier_payment'::text, 'expense'::text, 'employee_advance'::text, 'customer_refund'::text, 'credit_grant'::text, 'pay_change'::text, 'account_reset'::text]))),
    CONSTRAINT approvals_payload CHECK (((payload IS NULL) = (kind = ANY (ARRAY['supplier_bill'::text, 'stock_count'::text, 'price_below_list'::text])))),
    CONSTRAINT approvals_second_person CHECK (((status <> 'accepted'::text) OR is_sole OR (decided_by_id IS DISTINCT FROM requested_by_id))),
    CONSTRAINT approvals_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'accepted'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text])))
);

ALTER TABLE public.approvals ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.approvals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.assistant_articles (
    id bigint NOT NULL,
    title text NOT NULL,
    title_key text NOT NULL COLLATE pg_catalog."C",
    topic text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL,
    keywords text DEFAULT ''::text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    updated_by text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT assistant_articles_body_check CHECK ((body <> ''::text)),
    CONSTRAINT assistant_articles_title_check CHECK ((title <> ''::text)),
    CONSTRAINT assistant_articles_topic_check CHECK ((topic = ANY (ARRAY['connection'::text, 'speed'::text, 'billing'::text, 'equipment'::text, 'account'::text, 'complaint'::text, 'outage'::text, 'general'::text])))
);

ALTER TABLE public.assistant_articles ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.assistant_articles_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.assistant_messages (
    id bigint NOT NULL,
    session_id bigint NOT NULL,
    role text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL,
    at timestamp with time zone NOT NULL,
    typed_by text DEFAULT ''::text NOT NULL,
    replies_to bigint,
    topic text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    driver text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    is_answered boolean DEFAULT true NOT NULL,
    needs_escalation boolean DEFAULT false NOT NULL,
    article_ids jsonb DEFAULT '[]'::jsonb NOT NULL,
    duration_ms integer,
    is_for_person boolean DEFAULT false NOT NULL,
    CONSTRAINT assistant_messages_article_ids_check CHECK ((jsonb_typeof(article_ids) = 'array'::text)),
    CONSTRAINT assistant_messages_content_check CHECK (((content <> ''::text) AND (length(content) <= 10000))),
    CONSTRAINT assistant_messages_driver_check CHECK ((driver = ANY (ARRAY[''::text, 'local'::text, 'model'::text, 'fallback'::text]))),
    CONSTRAINT assistant_messages_duration_ms_check CHECK ((duration_ms >= 0)),
    CONSTRAINT assistant_messages_for_person CHECK (((NOT is_for_person) OR (role = 'user'::text))),
    CONSTRAINT assistant_messages_replies CHECK (((role = 'assistant'::text) = (replies_to IS NOT NULL))),
    CONSTRAINT assistant_messages_role_check CHECK ((role = ANY (ARRAY['user'::text, 'assistant'::text, 'staff'::text]))),
    CONSTRAINT assistant_messages_staff CHECK (((role <> 'staff'::text) OR (typed_by <> ''::text)))
);

ALTER TABLE public.assistant_messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.assistant_messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.assistant_sessions (
    id bigint NOT NULL,
    session_id text NOT NULL COLLATE pg_catalog."C",
    customer_id bigint NOT NULL,
    status text DEFAULT 'active'::text NOT NULL COLLATE pg_catalog."C",
    started_at timestamp with time zone NOT NULL,
    last_message_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    started_by_id bigint,
    started_by text NOT NULL,
    escalation_reason text DEFAULT ''::text NOT NULL,
    ticket_id bigint,
    rating integer,
    rated_at timestamp with time zone,
    topic text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    taken_by_id bigint,
    taken_by text DEFAULT ''::text NOT NULL,
    taken_at timestamp with time zone,
    CONSTRAINT assistant_sessions_ended CHECK (((status = 'closed'::text) <= (ended_at IS NOT NULL))),
    CONSTRAINT assistant_sessions_rated CHECK (((rating IS NULL) = (rated_at IS NULL))),
    CONSTRAINT assistant_sessions_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
    CONSTRAINT assistant_sessions_session_id_check CHECK (((length(session_id) >= 1) AND (length(session_id) <= 64))),
    CONSTRAINT assistant_sessions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'escalated'::text, 'closed'::text]))),
    CONSTRAINT assistant_sessions_taken CHECK ((((taken_by = ''::text) = (taken_at IS NULL)) AND ((taken_at IS NULL) OR (status = 'escalated'::text))))
);

ALTER TABLE public.assistant_sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.assistant_sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.assistant_trainings (
    id bigint NOT NULL,
    trained_at timestamp with time zone NOT NULL,
    trained_by text NOT NULL,
    articles integer NOT NULL,
    tickets integer NOT NULL,
    words integer NOT NULL,
    new_words integer NOT NULL,
    questions integer NOT NULL,
    unanswered integer NOT NULL
);

ALTER TABLE public.assistant_trainings ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.assistant_trainings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.assistant_usage (
    day date NOT NULL,
    requests integer NOT NULL,
    input_tokens bigint DEFAULT 0 NOT NULL,
    output_tokens bigint DEFAULT 0 NOT NULL,
    CONSTRAINT assistant_usage_input_tokens_check CHECK ((input_tokens >= 0)),
    CONSTRAINT assistant_usage_output_tokens_check CHECK ((output_tokens >= 0)),
    CONSTRAINT assistant_usage_requests_check CHECK ((requests >= 0))
);

CREATE TABLE public.assistant_words (
    topic text NOT NULL COLLATE pg_catalog."C",
    word text NOT NULL COLLATE pg_catalog."C",
    tickets integer NOT NULL,
    CONSTRAINT assistant_words_tickets_check CHECK ((tickets > 0)),
    CONSTRAINT assistant_words_word_check CHECK (((length(word) >= 2) AND (length(word) <= 40)))
);

CREATE TABLE public.attachments (
    id bigint NOT NULL,
    entity text NOT NULL COLLATE pg_catalog."C",
    entity_id bigint NOT NULL,
    file_name text NOT NULL,
    content_type text NOT NULL COLLATE pg_catalog."C",
    size integer NOT NULL,
    sha256 text NOT NULL COLLATE pg_catalog."C",
    content bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT attachments_content_type_check CHECK ((content_type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
    CONSTRAINT attachments_file_name_check CHECK ((file_name <> ''::text)),
    CONSTRAINT attachments_size CHECK ((octet_length(content) = size)),
    CONSTRAINT attachments_size_check CHECK (((size >= 1) AND (size <= 10485760)))
);

ALTER TABLE public.attachments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.attachments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.attendance (
    id bigint NOT NULL,
    employee_id bigint NOT NULL,
    day date NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    check_in timestamp with time zone,
    check_out timestamp with time zone,
    total_hundredths integer DEFAULT 0 NOT NULL,
    overtime_hundredths integer DEFAULT 0 NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    marked_at timestamp with time zone NOT NULL,
    marked_by text NOT NULL,
    corrected_at timestamp with time zone,
    corrected_by text DEFAULT ''::text NOT NULL,
    correction_reason text DEFAULT ''::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT attendance_absent CHECK (((status = 'absent'::text) = (check_in IS NULL))),
    CONSTRAINT attendance_check_out CHECK (((check_out IS NULL) OR ((check_in IS NOT NULL) AND (check_out >= check_in)))),
    CONSTRAINT attendance_corrected CHECK (((corrected_at IS NULL) = (correction_reason = ''::text))),
    CONSTRAINT attendance_hours CHECK (((total_hundredths >= 0) AND ((overtime_hundredths >= 0) AND (overtime_hundredths <= total_hundredths)) AND ((check_out IS NOT NULL) OR (total_hundredths = 0)))),
    CONSTRAINT attendance_status_check CHECK ((status = ANY (ARRAY['present'::text, 'late'::text, 'absent'::text])))
);

ALTER TABLE public.attendance ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.attendance_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_kind text NOT NULL COLLATE pg_catalog."C",
    actor_id bigint,
    actor_name text NOT NULL,
    origin text DEFAULT ''::text NOT NULL,
    action text NOT NULL COLLATE pg_catalog."C",
    entity text NOT NULL COLLATE pg_catalog."C",
    entity_id text NOT NULL COLLATE pg_catalog."C",
    summary text DEFAULT ''::text NOT NULL,
    before jsonb,
    after jsonb,
    actor_username text,
    format smallint DEFAULT 1 NOT NULL,
    CONSTRAINT audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['staff'::text, 'shell'::text, 'system'::text, 'visitor'::text]))),
    CONSTRAINT audit_log_format_check CHECK ((format = ANY (ARRAY[1, 2])))
);

ALTER TABLE public.audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_seals (
    id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    line_format smallint NOT NULL,
    first_line bigint NOT NULL,
    last_line bigint NOT NULL,
    lines bigint NOT NULL,
    root text NOT NULL COLLATE pg_catalog."C",
    previous text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    sealed_at timestamp with time zone NOT NULL,
    cut_seal bigint,
    cut_hash text COLLATE pg_catalog."C",
    previous_seal bigint GENERATED ALWAYS AS (NULLIF((id - 1), 0)) STORED,
    line_before bigint GENERATED ALWAYS AS ((first_line - 1)) STORED,
    CONSTRAINT audit_seals_cut CHECK ((((cut_seal IS NULL) = (cut_hash IS NULL)) AND ((kind = 'restore'::text) OR (cut_seal IS NULL)))),
    CONSTRAINT audit_seals_cut_hash_check CHECK ((cut_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT audit_seals_first CHECK (((id > 0) AND ((id = 1) = (previous = ''::text)) AND ((id > 1) OR (first_line = 1)))),
    CONSTRAINT audit_seals_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT audit_seals_kind_check CHECK ((kind = ANY (ARRAY['usual'::text, 'upgrade'::text, 'restore'::text]))),
    CONSTRAINT audit_seals_line_format_check CHECK ((line_format = 1)),
    CONSTRAINT audit_seals_lines_check CHECK ((lines > 0)),
    CONSTRAINT audit_seals_previous_check CHECK (((previous = ''::text) OR (previous ~ '^[0-9a-f]{64}$'::text))),
    CONSTRAINT audit_seals_range CHECK ((first_line <= last_line)),
    CONSTRAINT audit_seals_root_check CHECK ((root ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT audit_seals_upgrade CHECK (((kind <> 'upgrade'::text) OR (id = 1)))
);

CREATE TABLE public.bandwidth_purchases (
    id bigint NOT NULL,
    valid_from date NOT NULL,
    mbps integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT bandwidth_purchases_mbps_check CHECK ((mbps >= 0))
);

ALTER TABLE public.bandwidth_purchases ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.bandwidth_purchases_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.billing_runs (
    id bigint NOT NULL,
    month date NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    started_at timestamp with time zone NOT NULL,
    heartbeat_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    actor_name text NOT NULL,
    total_customers integer DEFAULT 0 NOT NULL,
    processed integer DEFAULT 0 NOT NULL,
    generated integer DEFAULT 0 NOT NULL,
    skipped integer DEFAULT 0 NOT NULL,
    revenue_cents public.cents DEFAULT 0 NOT NULL,
    error text DEFAULT ''::text NOT NULL,
    rate_cents public.cents NOT NULL,
    CONSTRAINT billing_runs_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
    CONSTRAINT billing_runs_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT billing_runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text, 'abandoned'::text])))
);

ALTER TABLE public.billing_runs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.billing_runs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.campaigns (
    id bigint NOT NULL,
    campaign_number text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    recipient_type text NOT NULL COLLATE pg_catalog."C",
    subject text DEFAULT ''::text NOT NULL,
    text text NOT NULL,
    invoice_month date,
    is_news boolean NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    recipients integer DEFAULT 0 NOT NULL,
    left_out integer DEFAULT 0 NOT NULL,
    queued integer DEFAULT 0 NOT NULL,
    sent integer DEFAULT 0 NOT NULL,
    delivered integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    unknown integer DEFAULT 0 NOT NULL,
    cancelled integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    finished_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    written integer DEFAULT 0 NOT NULL,
    CONSTRAINT campaigns_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text]))),
    CONSTRAINT campaigns_counts CHECK ((recipients = ((((((queued + sent) + written) + delivered) + failed) + unknown) + cancelled))),
    CONSTRAINT campaigns_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'stopped'::text, 'done'::text, 'cancelled'::text]))),
    CONSTRAINT campaigns_text_check CHECK ((text <> ''::text))
);

ALTER TABLE public.campaigns ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.campaigns_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.cash_months (
    account_code text NOT NULL COLLATE pg_catalog."C",
    month date NOT NULL,
    debit_cents bigint DEFAULT 0 NOT NULL,
    credit_cents bigint DEFAULT 0 NOT NULL,
    CONSTRAINT cash_months_credit_cents_check CHECK ((credit_cents >= 0)),
    CONSTRAINT cash_months_debit_cents_check CHECK ((debit_cents >= 0))
);

CREATE TABLE public.cash_movements (
    id bigint NOT NULL,
    till_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    amount_cents public.cents NOT NULL,
    source text NOT NULL COLLATE pg_catalog."C",
    source_id bigint NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    CONSTRAINT cash_movements_amount_cents_check CHECK (((amount_cents)::bigint <> 0)),
    CONSTRAINT cash_movements_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT cash_movements_kind_check CHECK ((kind = ANY (ARRAY['float'::text, 'payment'::text, 'refund'::text, 'voucher'::text, 'expense'::text, 'supplier'::text, 'advance'::text, 'repayment'::text, 'remittance'::text, 'reversal'::text, 'difference'::text, 'handover'::text]))),
    CONSTRAINT cash_movements_sign CHECK (
CASE
    WHEN (kind = ANY (ARRAY['float'::text, 'payment'::text, 'repayment'::text])) THEN ((amount_cents)::bigint > 0)
    WHEN (kind = ANY (ARRAY['refund'::text, 'expense'::text, 'supplier'::text, 'advance'::text, 'remittance'::text, 'handover'::text])) THEN ((amount_cents)::bigint < 0)
    ELSE true
END)
);

ALTER TABLE public.cash_movements ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.cash_movements_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.counters (
    name text NOT NULL COLLATE pg_catalog."C",
    value bigint DEFAULT 0 NOT NULL,
    CONSTRAINT counters_value_check CHECK ((value >= 0))
);

CREATE TABLE public.currency_rates (
    id bigint NOT NULL,
    purpose text NOT NULL COLLATE pg_catalog."C",
    rate_cents public.cents NOT NULL,
    valid_from date NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    CONSTRAINT currency_rates_purpose_check CHECK ((purpose = ANY (ARRAY['standard'::text, 'voucher'::text]))),
    CONSTRAINT currency_rates_rate_cents_check CHECK (((rate_cents)::bigint > 0))
);

ALTER TABLE public.currency_rates ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.currency_rates_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.customer_counts (
    id bigint NOT NULL,
    location text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    customers bigint NOT NULL,
    bandwidth bigint NOT NULL,
    fee_cents bigint NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    billable bigint NOT NULL
);

ALTER TABLE public.customer_counts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.customer_counts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.customer_import_keys (
    key text NOT NULL,
    customer_id bigint NOT NULL
);

CREATE TABLE public.customer_status_changes (
    id bigint NOT NULL,
    customer_id bigint NOT NULL,
    from_status text COLLATE pg_catalog."C",
    to_status text NOT NULL COLLATE pg_catalog."C",
    at timestamp with time zone NOT NULL,
    business_date date NOT NULL,
    by_rule boolean NOT NULL,
    actor_kind text NOT NULL COLLATE pg_catalog."C",
    actor_id bigint,
    actor_name text NOT NULL,
    reconstructed boolean DEFAULT false NOT NULL,
    CONSTRAINT customer_status_changes_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['staff'::text, 'shell'::text, 'system'::text, 'visitor'::text]))),
    CONSTRAINT customer_status_changes_check CHECK ((from_status <> to_status)),
    CONSTRAINT customer_status_changes_check1 CHECK (((from_status IS NOT NULL) OR reconstructed)),
    CONSTRAINT customer_status_changes_from_status_check CHECK ((from_status = ANY (ARRAY['Active'::text, 'Suspended'::text, 'Inactive'::text]))),
    CONSTRAINT customer_status_changes_to_status_check CHECK ((to_status = ANY (ARRAY['Active'::text, 'Suspended'::text, 'Inactive'::text])))
);

ALTER TABLE public.customer_status_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.customer_status_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.customers (
    id bigint NOT NULL,
    customer_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    email text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    location text NOT NULL COLLATE pg_catalog."C",
    address text DEFAULT ''::text NOT NULL,
    package_type text NOT NULL COLLATE pg_catalog."C",
    bandwidth integer DEFAULT 0 NOT NULL,
    monthly_fee_cents public.cents DEFAULT 0 NOT NULL,
    connection_fee_cents public.cents DEFAULT 0 NOT NULL,
    other_expenses_cents public.cents DEFAULT 0 NOT NULL,
    connection_fee_billed boolean DEFAULT false NOT NULL,
    service_start_date date NOT NULL,
    installation_date date,
    status text NOT NULL COLLATE pg_catalog."C",
    suspended_by_rule boolean DEFAULT false NOT NULL,
    do_not_disconnect_until date,
    do_not_disconnect_reason text DEFAULT ''::text NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    connection_fee_billed_before boolean DEFAULT false NOT NULL,
    undone_run_id bigint,
    contact_by text DEFAULT 'sms'::text NOT NULL COLLATE pg_catalog."C",
    refuses_news boolean DEFAULT false NOT NULL,
    node_id bigint,
    access_type text COLLATE pg_catalog."C",
    ip_address text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    mac_address text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    device_serial text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    port text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    undone_steps integer DEFAULT 0 NOT NULL,
    CONSTRAINT customers_access_type_check CHECK ((access_type = ANY (ARRAY['fiber'::text, 'wireless'::text, 'hotspot'::text]))),
    CONSTRAINT customers_bandwidth_check CHECK ((bandwidth >= 0)),
    CONSTRAINT customers_check CHECK (((NOT suspended_by_rule) OR (status = 'Suspended'::text))),
    CONSTRAINT customers_check1 CHECK (((do_not_disconnect_until IS NULL) OR (do_not_disconnect_reason <> ''::text))),
    CONSTRAINT customers_connection_fee_before CHECK ((connection_fee_billed OR (NOT connection_fee_billed_before))),
    CONSTRAINT customers_connection_fee_cents_check CHECK (((connection_fee_cents)::bigint >= 0)),
    CONSTRAINT customers_contact_by_check CHECK ((contact_by = ANY (ARRAY['sms'::text, 'email'::text, 'both'::text]))),
    CONSTRAINT customers_monthly_fee_cents_check CHECK (((monthly_fee_cents)::bigint >= 0)),
    CONSTRAINT customers_other_expenses_cents_check CHECK (((other_expenses_cents)::bigint >= 0)),
    CONSTRAINT customers_status_check CHECK ((status = ANY (ARRAY['Active'::text, 'Suspended'::text, 'Inactive'::text]))),
    CONSTRAINT customers_type_check CHECK ((type = ANY (ARRAY['business'::text, 'individual'::text])))
);

ALTER TABLE public.customers ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.customers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.departments (
    id bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    budget_cents public.cents,
    manager_id bigint,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT departments_budget_cents_check CHECK (((budget_cents)::bigint >= 0)),
    CONSTRAINT departments_name_check CHECK ((name <> ''::text))
);

ALTER TABLE public.departments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.departments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.employee_advances (
    id bigint NOT NULL,
    advance_number text NOT NULL COLLATE pg_catalog."C",
    employee_id bigint NOT NULL,
    advance_date date NOT NULL,
    amount_cents public.cents NOT NULL,
    instalment_cents public.cents NOT NULL,
    first_month date NOT NULL,
    repaid_cents public.cents DEFAULT 0 NOT NULL,
    account text NOT NULL COLLATE pg_catalog."C",
    money_account text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    paid_amount_cents public.cents NOT NULL,
    rate_cents public.cents NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    reversed_on date,
    reversed_at timestamp with time zone,
    reversed_by text DEFAULT ''::text NOT NULL,
    reversal_reason text DEFAULT ''::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT employee_advances_account_check CHECK ((account = ANY (ARRAY['cash'::text, 'bank'::text, 'mobile_money'::text]))),
    CONSTRAINT employee_advances_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT employee_advances_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT employee_advances_first_month_check CHECK ((EXTRACT(day FROM first_month) = (1)::numeric)),
    CONSTRAINT employee_advances_instalment CHECK (((instalment_cents)::bigint <= (amount_cents)::bigint)),
    CONSTRAINT employee_advances_instalment_cents_check CHECK (((instalment_cents)::bigint > 0)),
    CONSTRAINT employee_advances_paid_amount_cents_check CHECK (((paid_amount_cents)::bigint > 0)),
    CONSTRAINT employee_advances_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT employee_advances_repaid CHECK ((((repaid_cents)::bigint >= 0) AND ((repaid_cents)::bigint <= (amount_cents)::bigint))),
    CONSTRAINT employee_advances_reversed CHECK (((reversed_on IS NULL) = (reversed_at IS NULL))),
    CONSTRAINT employee_advances_reversed_repaid CHECK (((reversed_on IS NULL) OR ((repaid_cents)::bigint = 0)))
);

ALTER TABLE public.employee_advances ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.employee_advances_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.employees (
    id bigint NOT NULL,
    employee_number text NOT NULL COLLATE pg_catalog."C",
    first_name text NOT NULL,
    last_name text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL,
    department_id bigint NOT NULL,
    "position" text NOT NULL,
    base_salary_cents public.cents NOT NULL,
    employment_type text NOT NULL COLLATE pg_catalog."C",
    hire_date date NOT NULL,
    status text DEFAULT 'active'::text NOT NULL COLLATE pg_catalog."C",
    last_day date,
    pay_by text DEFAULT 'bank'::text NOT NULL COLLATE pg_catalog."C",
    bank_name text DEFAULT ''::text NOT NULL,
    bank_account text DEFAULT ''::text NOT NULL,
    mobile_money text DEFAULT ''::text NOT NULL,
    is_tax_exempt boolean DEFAULT false NOT NULL,
    is_social_exempt boolean DEFAULT false NOT NULL,
    manager_id bigint,
    user_id bigint,
    notes text DEFAULT ''::text NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT employees_base_salary_cents_check CHECK (((base_salary_cents)::bigint >= 0)),
    CONSTRAINT employees_email_check CHECK ((email <> ''::text)),
    CONSTRAINT employees_employment_type_check CHECK ((employment_type = ANY (ARRAY['full-time'::text, 'part-time'::text, 'contract'::text, 'intern'::text]))),
    CONSTRAINT employees_first_name_check CHECK ((first_name <> ''::text)),
    CONSTRAINT employees_last_day CHECK ((last_day >= hire_date)),
    CONSTRAINT employees_last_name_check CHECK ((last_name <> ''::text)),
    CONSTRAINT employees_manager CHECK ((manager_id <> id)),
    CONSTRAINT employees_pay_by_check CHECK ((pay_by = ANY (ARRAY['cash'::text, 'bank'::text, 'mobile_money'::text]))),
    CONSTRAINT employees_position_check CHECK (("position" <> ''::text)),
    CONSTRAINT employees_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'suspended'::text, 'terminated'::text]))),
    CONSTRAINT employees_terminated CHECK (((status <> 'terminated'::text) OR (last_day IS NOT NULL)))
);

ALTER TABLE public.employees ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.employees_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.equipment (
    id bigint NOT NULL,
    equipment_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C",
    category_id bigint NOT NULL,
    brand text DEFAULT ''::text NOT NULL,
    model text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    specifications text DEFAULT ''::text NOT NULL,
    unit_cost_cents public.cents NOT NULL,
    markup_points integer DEFAULT 2500 NOT NULL,
    selling_price_cents public.cents NOT NULL,
    minimum_stock integer DEFAULT 5 NOT NULL,
    status text DEFAULT 'active'::text NOT NULL COLLATE pg_catalog."C",
    is_serialised boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    sku text DEFAULT ''::text NOT NULL,
    sku_key text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT equipment_markup_points_check CHECK (((markup_points >= 0) AND (markup_points <= 10000000))),
    CONSTRAINT equipment_minimum_stock_check CHECK (((minimum_stock >= 0) AND (minimum_stock <= 1000000000))),
    CONSTRAINT equipment_name_check CHECK ((name <> ''::text)),
    CONSTRAINT equipment_selling_price_cents_check CHECK (((selling_price_cents)::bigint >= 0)),
    CONSTRAINT equipment_status_check CHECK ((status = ANY (ARRAY['active'::text, 'discontinued'::text, 'out_of_stock'::text]))),
    CONSTRAINT equipment_unit_cost_cents_check CHECK (((unit_cost_cents)::bigint >= 0))
);

CREATE TABLE public.equipment_categories (
    id bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT equipment_categories_name_check CHECK ((name <> ''::text))
);

ALTER TABLE public.equipment_categories ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.equipment_categories_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.equipment ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.equipment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.equipment_loans (
    id bigint NOT NULL,
    loan_number text NOT NULL COLLATE pg_catalog."C",
    equipment_id bigint NOT NULL,
    unit_id bigint,
    description text NOT NULL,
    serial text DEFAULT ''::text NOT NULL,
    mac_address text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    quantity integer NOT NULL,
    customer_id bigint NOT NULL,
    issued_on date NOT NULL,
    issued_by text NOT NULL,
    value_cents public.cents NOT NULL,
    status text DEFAULT 'out'::text NOT NULL COLLATE pg_catalog."C",
    ended_on date,
    ended_by text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT equipment_loans_description_check CHECK ((description <> ''::text)),
    CONSTRAINT equipment_loans_ended CHECK (((status = 'out'::text) = (ended_on IS NULL))),
    CONSTRAINT equipment_loans_one_unit CHECK (((unit_id IS NULL) OR (quantity = 1))),
    CONSTRAINT equipment_loans_order CHECK (((ended_on IS NULL) OR (ended_on >= issued_on))),
    CONSTRAINT equipment_loans_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100000))),
    CONSTRAINT equipment_loans_status_check CHECK ((status = ANY (ARRAY['out'::text, 'good'::text, 'damaged'::text, 'lost'::text]))),
    CONSTRAINT equipment_loans_value_cents_check CHECK (((value_cents)::bigint >= 0))
);

ALTER TABLE public.equipment_loans ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.equipment_loans_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.equipment_units (
    id bigint NOT NULL,
    equipment_id bigint NOT NULL,
    serial text NOT NULL,
    serial_key text NOT NULL COLLATE pg_catalog."C",
    mac_address text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    place text NOT NULL COLLATE pg_catalog."C",
    customer_id bigint,
    source text NOT NULL COLLATE pg_catalog."C",
    source_id bigint NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT equipment_units_place_check CHECK ((place = ANY (ARRAY['stock'::text, 'supplier'::text, 'sold'::text, 'loan'::text, 'lost'::text, 'damaged'::text]))),
    CONSTRAINT equipment_units_serial_check CHECK ((serial <> ''::text))
);

ALTER TABLE public.equipment_units ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.equipment_units_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.expense_payments (
    id bigint NOT NULL,
    expense_id bigint NOT NULL,
    payment_date date NOT NULL,
    account text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    amount_cents public.cents NOT NULL,
    ssp_cents public.cents,
    rate_cents public.cents NOT NULL,
    settled_cents public.cents NOT NULL,
    settled_ssp_cents public.cents DEFAULT 0 NOT NULL,
    credit_account text NOT NULL COLLATE pg_catalog."C",
    reference text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    reversed_on date,
    reversed_at timestamp with time zone,
    reversed_by text DEFAULT ''::text NOT NULL,
    reversal_reason text DEFAULT ''::text NOT NULL,
    CONSTRAINT expense_payments_account_check CHECK ((account = ANY (ARRAY['checking'::text, 'savings'::text, 'cash'::text, 'credit_card'::text, 'petty_cash'::text]))),
    CONSTRAINT expense_payments_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT expense_payments_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT expense_payments_pounds CHECK (((currency = 'SSP'::text) = (ssp_cents IS NOT NULL))),
    CONSTRAINT expense_payments_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT expense_payments_reversed CHECK (((reversed_on IS NULL) = (reversed_at IS NULL))),
    CONSTRAINT expense_payments_settled_cents_check CHECK (((settled_cents)::bigint >= 0)),
    CONSTRAINT expense_payments_settled_ssp_cents_check CHECK (((settled_ssp_cents)::bigint >= 0)),
    CONSTRAINT expense_payments_ssp_cents_check CHECK (((ssp_cents)::bigint > 0))
);

ALTER TABLE public.expense_payments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.expense_payments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.expense_templates (
    id bigint NOT NULL,
    description text NOT NULL,
    location text NOT NULL,
    expense_type text NOT NULL COLLATE pg_catalog."C",
    category text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    amount_cents public.cents NOT NULL,
    account text NOT NULL COLLATE pg_catalog."C",
    day smallint NOT NULL,
    first_month date NOT NULL,
    last_month date,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT expense_templates_account_check CHECK ((account = ANY (ARRAY['checking'::text, 'savings'::text, 'cash'::text, 'credit_card'::text, 'petty_cash'::text, 'accounts_payable'::text]))),
    CONSTRAINT expense_templates_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT expense_templates_category CHECK ((((expense_type = 'cost_of_sales'::text) AND (category = ANY (ARRAY['bandwidth_cost'::text, 'equipment_cost'::text, 'installation'::text]))) OR ((expense_type = 'operating_expense'::text) AND (category = ANY (ARRAY['rent'::text, 'utilities'::text, 'salaries'::text, 'office_supplies'::text, 'marketing'::text, 'maintenance'::text, 'operations'::text]))) OR ((expense_type = 'non_operating_expense'::text) AND (category = ANY (ARRAY['interest'::text, 'other'::text, 'tax'::text]))))),
    CONSTRAINT expense_templates_check CHECK (((last_month >= first_month) AND (EXTRACT(day FROM last_month) = (1)::numeric))),
    CONSTRAINT expense_templates_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT expense_templates_day_check CHECK (((day >= 1) AND (day <= 31))),
    CONSTRAINT expense_templates_description_check CHECK ((description <> ''::text)),
    CONSTRAINT expense_templates_first_month_check CHECK ((EXTRACT(day FROM first_month) = (1)::numeric)),
    CONSTRAINT expense_templates_location_check CHECK ((location <> ''::text))
);

ALTER TABLE public.expense_templates ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.expense_templates_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.expenses (
    id bigint NOT NULL,
    transaction_id text NOT NULL COLLATE pg_catalog."C",
    expense_date date NOT NULL,
    location text NOT NULL,
    description text NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C",
    expense_type text NOT NULL COLLATE pg_catalog."C",
    category text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    amount_cents public.cents NOT NULL,
    ssp_cents public.cents,
    rate_cents public.cents NOT NULL,
    account text NOT NULL COLLATE pg_catalog."C",
    reference text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    debit_account text NOT NULL COLLATE pg_catalog."C",
    credit_account text NOT NULL COLLATE pg_catalog."C",
    revision integer DEFAULT 1 NOT NULL,
    settled_cents public.cents DEFAULT 0 NOT NULL,
    settled_ssp_cents public.cents DEFAULT 0 NOT NULL,
    template_id bigint,
    template_month date,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    deleted_by text DEFAULT ''::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    raised_on date,
    raised_by text DEFAULT ''::text NOT NULL,
    raised_cents public.cents DEFAULT 0 NOT NULL,
    import_key text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT expenses_account_check CHECK ((account = ANY (ARRAY['checking'::text, 'savings'::text, 'cash'::text, 'credit_card'::text, 'petty_cash'::text, 'accounts_payable'::text]))),
    CONSTRAINT expenses_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT expenses_category CHECK ((((expense_type = 'cost_of_sales'::text) AND (category = ANY (ARRAY['bandwidth_cost'::text, 'equipment_cost'::text, 'installation'::text]))) OR ((expense_type = 'operating_expense'::text) AND (category = ANY (ARRAY['rent'::text, 'utilities'::text, 'salaries'::text, 'office_supplies'::text, 'marketing'::text, 'maintenance'::text, 'operations'::text]))) OR ((expense_type = 'non_operating_expense'::text) AND (category = ANY (ARRAY['interest'::text, 'other'::text, 'tax'::text]))))),
    CONSTRAINT expenses_check CHECK ((((settled_cents)::bigint >= 0) AND ((settled_cents)::bigint <= (amount_cents)::bigint))),
    CONSTRAINT expenses_check1 CHECK ((((settled_ssp_cents)::bigint >= 0) AND ((settled_ssp_cents)::bigint <= COALESCE((ssp_cents)::bigint, (0)::bigint)))),
    CONSTRAINT expenses_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT expenses_description_check CHECK ((description <> ''::text)),
    CONSTRAINT expenses_import_key CHECK ((octet_length(import_key) <= 2000)),
    CONSTRAINT expenses_location_check CHECK ((location <> ''::text)),
    CONSTRAINT expenses_pounds CHECK (((currency = 'SSP'::text) = (ssp_cents IS NOT NULL))),
    CONSTRAINT expenses_raised CHECK ((((raised_cents)::bigint >= 0) AND ((raised_on IS NULL) = ((raised_cents)::bigint = 0)))),
    CONSTRAINT expenses_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT expenses_revision_check CHECK ((revision > 0)),
    CONSTRAINT expenses_settled CHECK (((account = 'accounts_payable'::text) OR ((settled_cents)::bigint = 0))),
    CONSTRAINT expenses_settled_deleted CHECK (((deleted_at IS NULL) OR ((settled_cents)::bigint = 0))),
    CONSTRAINT expenses_ssp_cents_check CHECK (((ssp_cents)::bigint > 0)),
    CONSTRAINT expenses_template CHECK (((template_id IS NULL) = (template_month IS NULL))),
    CONSTRAINT expenses_template_month_check CHECK ((EXTRACT(day FROM template_month) = (1)::numeric))
);

ALTER TABLE public.expenses ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.expenses_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.factor_attempts (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    device_id bigint,
    at timestamp with time zone NOT NULL
);

ALTER TABLE public.factor_attempts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.factor_attempts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.goods_receipt_lines (
    receipt_id bigint NOT NULL,
    line_no integer NOT NULL,
    order_id bigint NOT NULL,
    order_line integer NOT NULL,
    quantity integer NOT NULL,
    value_cents public.cents NOT NULL,
    CONSTRAINT goods_receipt_lines_quantity_check CHECK ((quantity > 0)),
    CONSTRAINT goods_receipt_lines_value_cents_check CHECK (((value_cents)::bigint >= 0))
);

CREATE TABLE public.goods_receipts (
    id bigint NOT NULL,
    receipt_id text NOT NULL COLLATE pg_catalog."C",
    order_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    receipt_date date NOT NULL,
    delivery_note text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT goods_receipts_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'return'::text])))
);

ALTER TABLE public.goods_receipts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.goods_receipts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.hr_rates (
    id bigint NOT NULL,
    valid_from date NOT NULL,
    tax_kind text NOT NULL COLLATE pg_catalog."C",
    tax_currency text NOT NULL COLLATE pg_catalog."C",
    brackets jsonb NOT NULL,
    social_points integer NOT NULL,
    employer_points integer NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT hr_rates_brackets_check CHECK (((jsonb_typeof(brackets) = 'array'::text) AND ((jsonb_array_length(brackets) >= 1) AND (jsonb_array_length(brackets) <= 30)))),
    CONSTRAINT hr_rates_employer_points_check CHECK (((employer_points >= 0) AND (employer_points <= 10000))),
    CONSTRAINT hr_rates_flat CHECK (((tax_kind <> 'flat'::text) OR ((jsonb_array_length(brackets) = 1) AND (tax_currency = 'USD'::text)))),
    CONSTRAINT hr_rates_social_points_check CHECK (((social_points >= 0) AND (social_points <= 10000))),
    CONSTRAINT hr_rates_tax_currency_check CHECK ((tax_currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT hr_rates_tax_kind_check CHECK ((tax_kind = ANY (ARRAY['flat'::text, 'progressive'::text, 'whole'::text])))
);

ALTER TABLE public.hr_rates ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.hr_rates_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.idempotency_keys (
    actor text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    body_hash text NOT NULL COLLATE pg_catalog."C",
    response jsonb,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.import_batches (
    run_id bigint NOT NULL,
    number integer NOT NULL,
    created jsonb DEFAULT '{}'::jsonb NOT NULL,
    changes jsonb DEFAULT '[]'::jsonb NOT NULL,
    change_count integer DEFAULT 0 NOT NULL,
    refused jsonb DEFAULT '[]'::jsonb NOT NULL,
    notes jsonb DEFAULT '[]'::jsonb NOT NULL,
    differences jsonb DEFAULT '[]'::jsonb NOT NULL,
    difference_count integer DEFAULT 0 NOT NULL,
    undone_at timestamp with time zone,
    kept jsonb DEFAULT '[]'::jsonb NOT NULL,
    touched jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT import_batches_number_check CHECK ((number >= 0))
);

CREATE TABLE public.import_files (
    id bigint NOT NULL,
    filename text NOT NULL,
    bytes bigint NOT NULL,
    sha256 text NOT NULL COLLATE pg_catalog."C",
    uploaded_at timestamp with time zone NOT NULL,
    actor_key text NOT NULL COLLATE pg_catalog."C",
    actor_name text NOT NULL,
    detected_type text COLLATE pg_catalog."C",
    removed_at timestamp with time zone,
    CONSTRAINT import_files_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT import_files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE public.import_files ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.import_files_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.import_mappings (
    type text NOT NULL COLLATE pg_catalog."C",
    headers_hash text NOT NULL COLLATE pg_catalog."C",
    settings jsonb NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    actor_name text NOT NULL,
    CONSTRAINT import_mappings_headers_hash_check CHECK ((headers_hash ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE public.import_runs (
    id bigint NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    filename text NOT NULL,
    mapping jsonb NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    started_at timestamp with time zone NOT NULL,
    heartbeat_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    actor_name text NOT NULL,
    created integer DEFAULT 0 NOT NULL,
    updated integer DEFAULT 0 NOT NULL,
    unchanged integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    error text DEFAULT ''::text NOT NULL,
    lines integer DEFAULT 0 NOT NULL,
    file_id bigint,
    user_id bigint,
    claimed_by text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    total_rows integer,
    warnings jsonb DEFAULT '[]'::jsonb NOT NULL,
    reasons jsonb DEFAULT '[]'::jsonb NOT NULL,
    reconciliation jsonb,
    is_stop_requested boolean DEFAULT false NOT NULL,
    undo_status text COLLATE pg_catalog."C",
    undo_heartbeat_at timestamp with time zone,
    undone_at timestamp with time zone,
    undone_by text DEFAULT ''::text NOT NULL,
    removed integer DEFAULT 0 NOT NULL,
    reversed integer DEFAULT 0 NOT NULL,
    kept integer DEFAULT 0 NOT NULL,
    undo_error text DEFAULT ''::text NOT NULL,
    CONSTRAINT import_runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'stopped'::text, 'abandoned'::text]))),
    CONSTRAINT import_runs_undo_status_check CHECK ((undo_status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);

ALTER TABLE public.import_runs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.import_runs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.imported_lines (
    source text NOT NULL COLLATE pg_catalog."C",
    id bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C",
    payment_id bigint,
    CONSTRAINT imported_lines_source_check CHECK ((source = ANY (ARRAY['import.cash'::text, 'import.accounting'::text])))
);

CREATE TABLE public.invoice_counts (
    id bigint NOT NULL,
    billing_month date NOT NULL,
    invoices bigint NOT NULL
);

ALTER TABLE public.invoice_counts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.invoice_counts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.invoice_disputes (
    id bigint NOT NULL,
    invoice_id bigint NOT NULL,
    since date NOT NULL,
    reason text NOT NULL,
    amount_cents bigint NOT NULL,
    ticket_id bigint,
    opened_at timestamp with time zone NOT NULL,
    opened_by text NOT NULL,
    decided_on date,
    decided_at timestamp with time zone,
    decided_by text,
    outcome text COLLATE pg_catalog."C",
    note text DEFAULT ''::text NOT NULL,
    CONSTRAINT invoice_disputes_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT invoice_disputes_decided CHECK ((((outcome IS NULL) = (decided_on IS NULL)) AND ((outcome IS NULL) = (decided_at IS NULL)) AND ((outcome IS NULL) = (decided_by IS NULL)) AND ((outcome IS NOT NULL) OR (note = ''::text)))),
    CONSTRAINT invoice_disputes_note_check CHECK ((length(note) <= 500)),
    CONSTRAINT invoice_disputes_order CHECK ((decided_on >= since)),
    CONSTRAINT invoice_disputes_outcome CHECK ((outcome = ANY (ARRAY['upheld'::text, 'rejected'::text, 'withdrawn'::text, 'paid'::text]))),
    CONSTRAINT invoice_disputes_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);

ALTER TABLE public.invoice_disputes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.invoice_disputes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.invoice_emails (
    id bigint NOT NULL,
    invoice_id bigint NOT NULL,
    recipient text NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    requested_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    sender text NOT NULL COLLATE pg_catalog."C",
    sent_by text NOT NULL,
    error text DEFAULT ''::text NOT NULL,
    CONSTRAINT invoice_emails_check CHECK (((status = 'sending'::text) = (settled_at IS NULL))),
    CONSTRAINT invoice_emails_status_check CHECK ((status = ANY (ARRAY['sending'::text, 'sent'::text, 'written'::text, 'failed'::text])))
);

ALTER TABLE public.invoice_emails ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.invoice_emails_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.invoice_lines (
    invoice_id bigint NOT NULL,
    line_no integer NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL,
    amount_cents public.cents NOT NULL,
    account_code text NOT NULL COLLATE pg_catalog."C",
    quantity integer,
    unit_price_cents public.cents,
    CONSTRAINT invoice_lines_amount CHECK (
CASE kind
    WHEN 'equipment'::text THEN ((amount_cents)::bigint = (quantity * (unit_price_cents)::bigint))
    ELSE ((amount_cents)::bigint > 0)
END),
    CONSTRAINT invoice_lines_kind_check CHECK ((kind = ANY (ARRAY['subscription'::text, 'connection'::text, 'other'::text, 'service'::text, 'additional'::text, 'equipment'::text]))),
    CONSTRAINT invoice_lines_priced CHECK (((kind = 'equipment'::text) = ((quantity IS NOT NULL) AND (unit_price_cents IS NOT NULL)))),
    CONSTRAINT invoice_lines_quantity_check CHECK ((quantity > 0)),
    CONSTRAINT invoice_lines_unit_price_cents_check CHECK (((unit_price_cents)::bigint >= 0))
);

CREATE TABLE public.invoices (
    id bigint NOT NULL,
    invoice_number text NOT NULL COLLATE pg_catalog."C",
    customer_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    billing_month date,
    run_id bigint,
    bill_date date NOT NULL,
    due_date date NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    amount_cents public.cents NOT NULL,
    paid_cents public.cents DEFAULT 0 NOT NULL,
    rate_cents public.cents NOT NULL,
    ssp_cents public.cents NOT NULL,
    description text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    receivable_account text NOT NULL COLLATE pg_catalog."C",
    paid_date date,
    payment_account text COLLATE pg_catalog."C",
    payment_reference text DEFAULT ''::text NOT NULL,
    posting_revision integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    reopened_on date,
    package_name text,
    undone_run_id bigint,
    undone_steps integer DEFAULT 0 NOT NULL,
    is_replaced boolean DEFAULT false NOT NULL,
    disputed_since date,
    counted_due_date date,
    CONSTRAINT invoices_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT invoices_billing_month_check CHECK ((EXTRACT(day FROM billing_month) = (1)::numeric)),
    CONSTRAINT invoices_check CHECK (((kind = 'recurring'::text) = (billing_month IS NOT NULL))),
    CONSTRAINT invoices_check1 CHECK ((((paid_cents)::bigint >= 0) AND ((paid_cents)::bigint <= (amount_cents)::bigint))),
    CONSTRAINT invoices_check2 CHECK (((status <> 'cancelled'::text) OR ((paid_cents)::bigint = 0))),
    CONSTRAINT invoices_check3 CHECK (((status = 'paid'::text) = ((paid_cents)::bigint = (amount_cents)::bigint))),
    CONSTRAINT invoices_disputed_open CHECK (((disputed_since IS NULL) OR (status = ANY (ARRAY['pending'::text, 'overdue'::text])))),
    CONSTRAINT invoices_kind_check CHECK ((kind = ANY (ARRAY['recurring'::text, 'manual'::text, 'imported'::text, 'opening'::text, 'equipment'::text]))),
    CONSTRAINT invoices_payment_account_check CHECK ((payment_account = ANY (ARRAY['cash'::text, 'bank'::text, 'mobile_money'::text]))),
    CONSTRAINT invoices_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT invoices_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'overdue'::text, 'cancelled'::text])))
);

CREATE TABLE public.job_runs (
    job text NOT NULL COLLATE pg_catalog."C",
    period text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    claimed_by text NOT NULL,
    lease_until timestamp with time zone NOT NULL,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    attempts integer DEFAULT 1 NOT NULL,
    summary text DEFAULT ''::text NOT NULL,
    error text DEFAULT ''::text NOT NULL,
    CONSTRAINT job_runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);

CREATE TABLE public.journal_entries (
    id bigint NOT NULL,
    entry_number text NOT NULL COLLATE pg_catalog."C",
    entry_date date NOT NULL,
    month date NOT NULL,
    description text NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    source text NOT NULL COLLATE pg_catalog."C",
    source_id bigint NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    total_cents public.cents NOT NULL,
    reversal_of bigint,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT journal_entries_check CHECK ((month = (date_trunc('month'::text, (entry_date)::timestamp without time zone))::date)),
    CONSTRAINT journal_entries_total_cents_check CHECK (((total_cents)::bigint > 0))
);

CREATE TABLE public.journal_lines (
    entry_id bigint NOT NULL,
    line_no integer NOT NULL,
    month date NOT NULL,
    account_code text NOT NULL COLLATE pg_catalog."C",
    debit_cents public.cents DEFAULT 0 NOT NULL,
    credit_cents public.cents DEFAULT 0 NOT NULL,
    customer_id bigint,
    description text DEFAULT ''::text NOT NULL,
    supplier_id bigint,
    employee_id bigint,
    ssp_cents public.cents,
    cash_place text COLLATE pg_catalog."C",
    CONSTRAINT journal_lines_cash_place CHECK (
CASE
    WHEN (account_code = ANY (ARRAY['1110'::text, '1160'::text])) THEN COALESCE((cash_place = ANY (ARRAY['till'::text, 'safe'::text, 'before'::text])), false)
    ELSE COALESCE((cash_place = 'before'::text), true)
END),
    CONSTRAINT journal_lines_line_no_check CHECK ((line_no > 0)),
    CONSTRAINT journal_lines_one_side CHECK (((((debit_cents)::bigint > 0) AND ((credit_cents)::bigint = 0)) OR (((credit_cents)::bigint > 0) AND ((debit_cents)::bigint = 0)))),
    CONSTRAINT journal_lines_party CHECK ((num_nonnulls(customer_id, supplier_id, employee_id) <= 1)),
    CONSTRAINT journal_lines_pounds CHECK (((ssp_cents IS NULL) OR (((debit_cents)::bigint > 0) AND ((ssp_cents)::bigint >= 0)) OR (((credit_cents)::bigint > 0) AND ((ssp_cents)::bigint <= 0))))
);

CREATE TABLE public.journal_template_months (
    template_id bigint NOT NULL,
    month date NOT NULL,
    entry_id bigint NOT NULL,
    CONSTRAINT journal_template_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

CREATE TABLE public.journal_templates (
    id bigint NOT NULL,
    description text NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    lines jsonb NOT NULL,
    day smallint NOT NULL,
    first_month date NOT NULL,
    last_month date,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT journal_templates_check CHECK (((last_month >= first_month) AND (EXTRACT(day FROM last_month) = (1)::numeric))),
    CONSTRAINT journal_templates_day_check CHECK (((day >= 1) AND (day <= 31))),
    CONSTRAINT journal_templates_description_check CHECK ((description <> ''::text)),
    CONSTRAINT journal_templates_first_month_check CHECK ((EXTRACT(day FROM first_month) = (1)::numeric))
);

ALTER TABLE public.journal_templates ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.journal_templates_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.leave_carry_overs (
    id bigint NOT NULL,
    employee_id bigint NOT NULL,
    year integer NOT NULL,
    hundredths integer NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT leave_carry_overs_hundredths_check CHECK (((hundredths >= '-36600'::integer) AND (hundredths <= 36600))),
    CONSTRAINT leave_carry_overs_year_check CHECK (((year >= 2000) AND (year <= 2200)))
);

ALTER TABLE public.leave_carry_overs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.leave_carry_overs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.leave_requests (
    id bigint NOT NULL,
    employee_id bigint NOT NULL,
    leave_type text NOT NULL COLLATE pg_catalog."C",
    start_date date NOT NULL,
    end_date date NOT NULL,
    days integer NOT NULL,
    days_next_year integer DEFAULT 0 NOT NULL,
    reason text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL COLLATE pg_catalog."C",
    request_date date NOT NULL,
    requested_by text NOT NULL,
    requested_by_id bigint,
    decided_by text DEFAULT ''::text NOT NULL,
    decided_by_id bigint,
    decided_at timestamp with time zone,
    approval_date date,
    decision_notes text DEFAULT ''::text NOT NULL,
    is_sole boolean DEFAULT false NOT NULL,
    cancelled_by text DEFAULT ''::text NOT NULL,
    cancelled_at timestamp with time zone,
    search_text text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT leave_requests_cancelled CHECK (((status = 'cancelled'::text) = (cancelled_at IS NOT NULL))),
    CONSTRAINT leave_requests_days CHECK (((days >= 0) AND ((days_next_year >= 0) AND (days_next_year <= days)) AND (days <= ((end_date - start_date) + 1)))),
    CONSTRAINT leave_requests_decided CHECK (
CASE status
    WHEN 'pending'::text THEN ((decided_at IS NULL) AND (approval_date IS NULL))
    WHEN 'approved'::text THEN ((decided_at IS NOT NULL) AND (approval_date IS NOT NULL))
    WHEN 'rejected'::text THEN ((decided_at IS NOT NULL) AND (approval_date IS NULL))
    ELSE true
END),
    CONSTRAINT leave_requests_leave_type_check CHECK ((leave_type = ANY (ARRAY['annual'::text, 'sick'::text, 'personal'::text, 'maternity'::text, 'paternity'::text, 'bereavement'::text, 'emergency'::text]))),
    CONSTRAINT leave_requests_period CHECK (((end_date >= start_date) AND (end_date < (start_date + 366)))),
    CONSTRAINT leave_requests_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT leave_requests_second_person CHECK (((status <> 'approved'::text) OR is_sole OR (decided_by_id IS DISTINCT FROM requested_by_id) OR ((decided_by_id IS NULL) AND (decided_by <> requested_by)))),
    CONSTRAINT leave_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text])))
);

ALTER TABLE public.leave_requests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.leave_requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.login_attempts (
    id bigint NOT NULL,
    username_key text NOT NULL COLLATE pg_catalog."C",
    ip text NOT NULL COLLATE pg_catalog."C",
    at timestamp with time zone NOT NULL
);

ALTER TABLE public.login_attempts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.login_attempts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.message_parts (
    gateway text NOT NULL COLLATE pg_catalog."C",
    gateway_id text NOT NULL COLLATE pg_catalog."C",
    message_id bigint,
    part integer DEFAULT 1 NOT NULL,
    status text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    error text DEFAULT ''::text NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE public.message_senders (
    channel text NOT NULL COLLATE pg_catalog."C",
    held_by text NOT NULL COLLATE pg_catalog."C",
    lease_until timestamp with time zone NOT NULL
);

CREATE TABLE public.message_templates (
    id bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    text text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    updated_by text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT message_templates_text_check CHECK ((text <> ''::text))
);

ALTER TABLE public.message_templates ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.message_templates_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.message_types (
    type text NOT NULL COLLATE pg_catalog."C",
    is_on boolean NOT NULL,
    by_sms boolean NOT NULL,
    by_email boolean NOT NULL,
    sms_text text NOT NULL,
    email_subject text NOT NULL,
    email_text text NOT NULL,
    days integer,
    switched_on_at timestamp with time zone,
    updated_at timestamp with time zone NOT NULL,
    updated_by text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT message_types_days_check CHECK (((days >= 0) AND (days <= 60)))
);

CREATE TABLE public.messages (
    id bigint NOT NULL,
    campaign_id bigint,
    type text NOT NULL COLLATE pg_catalog."C",
    event text COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    customer_id bigint,
    recipient text NOT NULL COLLATE pg_catalog."C",
    name text DEFAULT ''::text NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    text text,
    fields jsonb DEFAULT '{}'::jsonb NOT NULL,
    attachment jsonb,
    sent_text text,
    parts integer DEFAULT 0 NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    handovers integer DEFAULT 0 NOT NULL,
    next_at timestamp with time zone NOT NULL,
    claimed_by text COLLATE pg_catalog."C",
    claimed_at timestamp with time zone,
    queued_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    settled_at timestamp with time zone,
    error text DEFAULT ''::text NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT messages_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text]))),
    CONSTRAINT messages_claim CHECK (((status = ANY (ARRAY['claimed'::text, 'sending'::text])) = (claimed_by IS NOT NULL))),
    CONSTRAINT messages_recipient_check CHECK ((recipient <> ''::text)),
    CONSTRAINT messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'claimed'::text, 'sending'::text, 'sent'::text, 'written'::text, 'delivered'::text, 'failed'::text, 'unknown'::text, 'cancelled'::text]))),
    CONSTRAINT messages_text CHECK (((text IS NOT NULL) OR (campaign_id IS NOT NULL)))
);

ALTER TABLE public.messages ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.network_alarms (
    id bigint NOT NULL,
    node_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    began_at timestamp with time zone NOT NULL,
    raised_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    end_reason text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    value integer,
    threshold integer,
    CONSTRAINT network_alarms_end CHECK (((ended_at IS NULL) = (end_reason = ''::text))),
    CONSTRAINT network_alarms_end_reason_check CHECK ((end_reason = ANY (ARRAY[''::text, 'recovered'::text, 'maintenance'::text, 'retired'::text, 'parent'::text, 'unpolled'::text]))),
    CONSTRAINT network_alarms_kind_check CHECK ((kind = ANY (ARRAY['down'::text, 'utilisation'::text, 'latency'::text, 'loss'::text]))),
    CONSTRAINT network_alarms_order CHECK (((ended_at >= raised_at) AND (raised_at >= began_at)))
);

ALTER TABLE public.network_alarms ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.network_alarms_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.network_interfaces (
    id bigint NOT NULL,
    node_id bigint NOT NULL,
    name text NOT NULL,
    alias text DEFAULT ''::text NOT NULL,
    if_index integer NOT NULL,
    speed_kbps bigint,
    is_up boolean NOT NULL,
    is_counted boolean DEFAULT false NOT NULL,
    counter_bits integer NOT NULL,
    in_octets text NOT NULL COLLATE pg_catalog."C",
    out_octets text NOT NULL COLLATE pg_catalog."C",
    read_at timestamp with time zone NOT NULL,
    in_kbps bigint,
    out_kbps bigint,
    CONSTRAINT network_interfaces_counter_bits_check CHECK ((counter_bits = ANY (ARRAY[32, 64]))),
    CONSTRAINT network_interfaces_if_index_check CHECK ((if_index > 0)),
    CONSTRAINT network_interfaces_in_kbps_check CHECK ((in_kbps >= 0)),
    CONSTRAINT network_interfaces_in_octets_check CHECK ((in_octets ~ '^[0-9]{1,20}$'::text)),
    CONSTRAINT network_interfaces_out_kbps_check CHECK ((out_kbps >= 0)),
    CONSTRAINT network_interfaces_out_octets_check CHECK ((out_octets ~ '^[0-9]{1,20}$'::text)),
    CONSTRAINT network_interfaces_speed_kbps_check CHECK ((speed_kbps >= 0))
);

ALTER TABLE public.network_interfaces ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.network_interfaces_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.network_nodes (
    id bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    search_text text NOT NULL COLLATE pg_catalog."C",
    location text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    technologies text[] DEFAULT '{}'::text[] NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    retired_at timestamp with time zone,
    capacity_kbps bigint NOT NULL,
    usage_kbps bigint DEFAULT 0 NOT NULL,
    typed_uptime integer,
    last_maintenance timestamp with time zone,
    parent_id bigint,
    notes text DEFAULT ''::text NOT NULL,
    address text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    is_polled boolean DEFAULT true NOT NULL,
    snmp_version text DEFAULT 'none'::text NOT NULL COLLATE pg_catalog."C",
    snmp_port integer DEFAULT 161 NOT NULL,
    snmp_secret text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    max_utilisation integer,
    max_latency_ms integer,
    max_loss integer,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT network_nodes_capacity_kbps_check CHECK (((capacity_kbps >= 0) AND (capacity_kbps <= '100000000000'::bigint))),
    CONSTRAINT network_nodes_max_latency_ms_check CHECK (((max_latency_ms >= 1) AND (max_latency_ms <= 60000))),
    CONSTRAINT network_nodes_max_loss_check CHECK (((max_loss >= 1) AND (max_loss <= 100))),
    CONSTRAINT network_nodes_max_utilisation_check CHECK (((max_utilisation >= 1) AND (max_utilisation <= 100))),
    CONSTRAINT network_nodes_name_check CHECK ((name <> ''::text)),
    CONSTRAINT network_nodes_parent CHECK ((parent_id <> id)),
    CONSTRAINT network_nodes_snmp CHECK (((snmp_version = 'none'::text) = (snmp_secret = ''::text))),
    CONSTRAINT network_nodes_snmp_port_check CHECK (((snmp_port >= 1) AND (snmp_port <= 65535))),
    CONSTRAINT network_nodes_snmp_version_check CHECK ((snmp_version = ANY (ARRAY['none'::text, 'v2c'::text, 'v3'::text]))),
    CONSTRAINT network_nodes_status_check CHECK ((status = ANY (ARRAY['operational'::text, 'maintenance'::text, 'offline'::text]))),
    CONSTRAINT network_nodes_technologies_check CHECK ((technologies <@ ARRAY['4G'::text, 'fiber'::text, 'microwave'::text])),
    CONSTRAINT network_nodes_typed_uptime_check CHECK (((typed_uptime >= 0) AND (typed_uptime <= 100000))),
    CONSTRAINT network_nodes_usage_kbps_check CHECK ((usage_kbps >= 0))
);

ALTER TABLE public.network_nodes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.network_nodes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.network_rollups (
    node_id bigint NOT NULL,
    span text NOT NULL COLLATE pg_catalog."C",
    start timestamp with time zone NOT NULL,
    samples integer NOT NULL,
    up_samples integer NOT NULL,
    maintenance_samples integer NOT NULL,
    sent integer NOT NULL,
    received integer NOT NULL,
    latency_count integer NOT NULL,
    latency_sum_us bigint NOT NULL,
    latency_max_us integer,
    traffic_count integer NOT NULL,
    in_sum_kbps bigint NOT NULL,
    in_max_kbps bigint,
    out_sum_kbps bigint NOT NULL,
    out_max_kbps bigint,
    CONSTRAINT network_rollups_check CHECK (((up_samples >= 0) AND (up_samples <= samples))),
    CONSTRAINT network_rollups_maintenance_samples_check CHECK ((maintenance_samples >= 0)),
    CONSTRAINT network_rollups_samples_check CHECK ((samples >= 0)),
    CONSTRAINT network_rollups_span_check CHECK ((span = ANY (ARRAY['hour'::text, 'day'::text])))
);

CREATE TABLE public.network_samples (
    node_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    is_up boolean NOT NULL,
    in_maintenance boolean NOT NULL,
    latency_us integer,
    sent integer NOT NULL,
    received integer NOT NULL,
    in_kbps bigint,
    out_kbps bigint,
    CONSTRAINT network_samples_check CHECK (((received >= 0) AND (received <= sent))),
    CONSTRAINT network_samples_in_kbps_check CHECK ((in_kbps >= 0)),
    CONSTRAINT network_samples_latency_us_check CHECK ((latency_us >= 0)),
    CONSTRAINT network_samples_out_kbps_check CHECK ((out_kbps >= 0)),
    CONSTRAINT network_samples_sent_check CHECK ((sent > 0))
);

CREATE TABLE public.network_states (
    node_id bigint NOT NULL,
    polled_at timestamp with time zone NOT NULL,
    is_reachable boolean NOT NULL,
    since timestamp with time zone NOT NULL,
    latency_us integer,
    loss_percent integer NOT NULL,
    in_kbps bigint,
    out_kbps bigint,
    snmp_error text DEFAULT ''::text NOT NULL,
    device_uptime bigint,
    CONSTRAINT network_states_device_uptime_check CHECK ((device_uptime >= 0)),
    CONSTRAINT network_states_in_kbps_check CHECK ((in_kbps >= 0)),
    CONSTRAINT network_states_latency_us_check CHECK ((latency_us >= 0)),
    CONSTRAINT network_states_loss_percent_check CHECK (((loss_percent >= 0) AND (loss_percent <= 100))),
    CONSTRAINT network_states_out_kbps_check CHECK ((out_kbps >= 0))
);

CREATE TABLE public.network_watches (
    node_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    bad integer DEFAULT 0 NOT NULL,
    good integer DEFAULT 0 NOT NULL,
    bad_since timestamp with time zone,
    CONSTRAINT network_watches_bad_check CHECK ((bad >= 0)),
    CONSTRAINT network_watches_good_check CHECK ((good >= 0)),
    CONSTRAINT network_watches_kind_check CHECK ((kind = ANY (ARRAY['down'::text, 'utilisation'::text, 'latency'::text, 'loss'::text])))
);

CREATE TABLE public.old_passwords (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    password_hash text NOT NULL,
    replaced_at timestamp with time zone NOT NULL
);

ALTER TABLE public.old_passwords ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.old_passwords_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.outbox (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    fact text NOT NULL COLLATE pg_catalog."C",
    entity_id bigint NOT NULL,
    data jsonb NOT NULL
);

CREATE TABLE public.outbox_consumers (
    consumer text NOT NULL COLLATE pg_catalog."C",
    fact text NOT NULL COLLATE pg_catalog."C",
    after_id bigint NOT NULL,
    registered_at timestamp with time zone NOT NULL
);

CREATE TABLE public.outbox_deliveries (
    consumer text NOT NULL COLLATE pg_catalog."C",
    fact_id bigint NOT NULL,
    delivered_at timestamp with time zone NOT NULL
);

ALTER TABLE public.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payment_allocations (
    payment_id bigint NOT NULL,
    invoice_id bigint NOT NULL,
    amount_cents public.cents NOT NULL,
    CONSTRAINT payment_allocations_amount_cents_check CHECK (((amount_cents)::bigint > 0))
);

CREATE TABLE public.payment_events (
    id bigint NOT NULL,
    intent_id bigint,
    kind text NOT NULL COLLATE pg_catalog."C",
    at timestamp with time zone NOT NULL,
    body text DEFAULT ''::text NOT NULL,
    address text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT payment_events_body_check CHECK ((length(body) <= 10000)),
    CONSTRAINT payment_events_kind_check CHECK ((kind = ANY (ARRAY['request'::text, 'status'::text, 'callback'::text, 'settled'::text, 'refund'::text, 'note'::text])))
);

ALTER TABLE public.payment_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.payment_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payment_intent_invoices (
    intent_id bigint NOT NULL,
    invoice_id bigint NOT NULL
);

CREATE TABLE public.payment_intents (
    id bigint NOT NULL,
    reference text NOT NULL COLLATE pg_catalog."C",
    purpose text NOT NULL COLLATE pg_catalog."C",
    visitor_hash bytea,
    package_id text COLLATE pg_catalog."C",
    customer_id bigint,
    provider text NOT NULL COLLATE pg_catalog."C",
    driver text NOT NULL COLLATE pg_catalog."C",
    phone text NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    amount_cents public.cents NOT NULL,
    usd_cents public.cents NOT NULL,
    rate_cents public.cents NOT NULL,
    status text DEFAULT 'created'::text NOT NULL COLLATE pg_catalog."C",
    problem text DEFAULT ''::text NOT NULL,
    provider_transaction_id text COLLATE pg_catalog."C",
    paid_currency text,
    paid_cents public.cents,
    paid_phone text,
    attempts integer DEFAULT 0 NOT NULL,
    checks integer DEFAULT 0 NOT NULL,
    next_check_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    created_by text DEFAULT ''::text NOT NULL,
    created_by_id bigint,
    address text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    hotspot_id text DEFAULT ''::text NOT NULL,
    sent_at timestamp with time zone,
    settled_at timestamp with time zone,
    payment_id bigint,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT payment_intents_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT payment_intents_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT payment_intents_driver_check CHECK ((driver = ANY (ARRAY['simulated'::text, 'momo'::text]))),
    CONSTRAINT payment_intents_purpose CHECK (
CASE purpose
    WHEN 'wifi'::text THEN ((package_id IS NOT NULL) AND (customer_id IS NULL) AND (payment_id IS NULL))
    ELSE ((customer_id IS NOT NULL) AND (package_id IS NULL))
END),
    CONSTRAINT payment_intents_purpose_check CHECK ((purpose = ANY (ARRAY['wifi'::text, 'customer'::text]))),
    CONSTRAINT payment_intents_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT payment_intents_reference_check CHECK ((length(reference) = 36)),
    CONSTRAINT payment_intents_settled CHECK (((status = ANY (ARRAY['paid'::text, 'refunded'::text])) <= (settled_at IS NOT NULL))),
    CONSTRAINT payment_intents_status_check CHECK ((status = ANY (ARRAY['created'::text, 'sending'::text, 'requested'::text, 'failed'::text, 'expired'::text, 'review'::text, 'paid'::text, 'refunded'::text]))),
    CONSTRAINT payment_intents_usd_cents_check CHECK (((usd_cents)::bigint > 0)),
    CONSTRAINT payment_intents_visitor_hash_check CHECK ((octet_length(visitor_hash) = 32))
);

ALTER TABLE public.payment_intents ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.payment_intents_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payment_refunds (
    id bigint NOT NULL,
    intent_id bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    amount_cents public.cents NOT NULL,
    usd_cents public.cents NOT NULL,
    refunded_on date NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT payment_refunds_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT payment_refunds_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT payment_refunds_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT payment_refunds_usd_cents_check CHECK (((usd_cents)::bigint >= 0))
);

ALTER TABLE public.payment_refunds ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.payment_refunds_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payments (
    id bigint NOT NULL,
    receipt_number text NOT NULL COLLATE pg_catalog."C",
    customer_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    payment_date date NOT NULL,
    account text COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    amount_cents public.cents NOT NULL,
    ssp_cents public.cents NOT NULL,
    rate_cents public.cents NOT NULL,
    unallocated_cents public.cents NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    reversed_date date,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    reversed_at timestamp with time zone,
    reversed_by text DEFAULT ''::text NOT NULL,
    reversal_reason text DEFAULT ''::text NOT NULL,
    undone_run_id bigint,
    undone_steps integer DEFAULT 0 NOT NULL,
    is_replaced boolean DEFAULT false NOT NULL,
    money_account text COLLATE pg_catalog."C",
    credited_invoice_id bigint,
    CONSTRAINT payments_account_check CHECK ((account = ANY (ARRAY['cash'::text, 'bank'::text, 'mobile_money'::text]))),
    CONSTRAINT payments_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT payments_check CHECK (((kind = ANY (ARRAY['payment'::text, 'before_opening'::text])) = (account IS NOT NULL))),
    CONSTRAINT payments_check1 CHECK ((((unallocated_cents)::bigint >= 0) AND ((unallocated_cents)::bigint <= (amount_cents)::bigint))),
    CONSTRAINT payments_check2 CHECK (((status <> 'reversed'::text) OR ((unallocated_cents)::bigint = 0))),
    CONSTRAINT payments_credits_by_note CHECK (((credited_invoice_id IS NULL) OR (kind = 'credit_note'::text))),
    CONSTRAINT payments_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT payments_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'credit'::text, 'credit_note'::text, 'opening'::text, 'before_opening'::text]))),
    CONSTRAINT payments_money_account CHECK (((money_account IS NOT NULL) = (kind = ANY (ARRAY['payment'::text, 'credit_note'::text])))),
    CONSTRAINT payments_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT payments_ssp_cents_check CHECK (((ssp_cents)::bigint >= 0)),
    CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['recorded'::text, 'reversed'::text])))
);

ALTER TABLE public.payments ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payroll_batches (
    id bigint NOT NULL,
    batch_number text NOT NULL COLLATE pg_catalog."C",
    month date NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    created_by_id bigint,
    CONSTRAINT payroll_batches_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

ALTER TABLE public.payroll_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.payroll_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payroll_payment_lines (
    payment_id bigint NOT NULL,
    payroll_id bigint NOT NULL,
    amount_cents public.cents NOT NULL,
    paid_amount_cents public.cents NOT NULL,
    is_reversed boolean DEFAULT false NOT NULL,
    CONSTRAINT payroll_payment_lines_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT payroll_payment_lines_paid_amount_cents_check CHECK (((paid_amount_cents)::bigint > 0))
);

CREATE TABLE public.payroll_payments (
    id bigint NOT NULL,
    payment_number text NOT NULL COLLATE pg_catalog."C",
    payment_date date NOT NULL,
    account text NOT NULL COLLATE pg_catalog."C",
    money_account text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    rate_cents public.cents NOT NULL,
    amount_cents public.cents NOT NULL,
    paid_amount_cents public.cents NOT NULL,
    payrolls integer NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    reversed_on date,
    reversed_at timestamp with time zone,
    reversed_by text DEFAULT ''::text NOT NULL,
    reversal_reason text DEFAULT ''::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT payroll_payments_account_check CHECK ((account = ANY (ARRAY['cash'::text, 'bank'::text, 'mobile_money'::text]))),
    CONSTRAINT payroll_payments_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT payroll_payments_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT payroll_payments_paid_amount_cents_check CHECK (((paid_amount_cents)::bigint > 0)),
    CONSTRAINT payroll_payments_payrolls_check CHECK ((payrolls > 0)),
    CONSTRAINT payroll_payments_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT payroll_payments_reversed CHECK (((reversed_on IS NULL) = (reversed_at IS NULL)))
);

ALTER TABLE public.payroll_payments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.payroll_payments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payroll_remittances (
    id bigint NOT NULL,
    remittance_number text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    month date NOT NULL,
    payment_date date NOT NULL,
    account text NOT NULL COLLATE pg_catalog."C",
    money_account text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    rate_cents public.cents NOT NULL,
    amount_cents public.cents NOT NULL,
    paid_amount_cents public.cents NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    reversed_on date,
    reversed_at timestamp with time zone,
    reversed_by text DEFAULT ''::text NOT NULL,
    reversal_reason text DEFAULT ''::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    settled_cents public.cents NOT NULL,
    CONSTRAINT payroll_remittances_account_check CHECK ((account = ANY (ARRAY['cash'::text, 'bank'::text, 'mobile_money'::text]))),
    CONSTRAINT payroll_remittances_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT payroll_remittances_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT payroll_remittances_kind_check CHECK ((kind = ANY (ARRAY['income_tax'::text, 'social_security'::text, 'other_deductions'::text]))),
    CONSTRAINT payroll_remittances_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
    CONSTRAINT payroll_remittances_paid_amount_cents_check CHECK (((paid_amount_cents)::bigint > 0)),
    CONSTRAINT payroll_remittances_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT payroll_remittances_reversed CHECK (((reversed_on IS NULL) = (reversed_at IS NULL))),
    CONSTRAINT payroll_remittances_settled_cents_check CHECK (((settled_cents)::bigint > 0))
);

ALTER TABLE public.payroll_remittances ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.payroll_remittances_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payrolls (
    id bigint NOT NULL,
    payroll_number text NOT NULL COLLATE pg_catalog."C",
    employee_id bigint NOT NULL,
    batch_id bigint,
    start_date date NOT NULL,
    end_date date NOT NULL,
    base_cents public.cents NOT NULL,
    overtime_cents public.cents NOT NULL,
    bonus_cents public.cents NOT NULL,
    gross_cents public.cents NOT NULL,
    tax_cents public.cents NOT NULL,
    social_cents public.cents NOT NULL,
    employer_social_cents public.cents NOT NULL,
    advance_cents public.cents NOT NULL,
    other_cents public.cents NOT NULL,
    net_cents public.cents NOT NULL,
    is_tax_typed boolean DEFAULT false NOT NULL,
    is_social_typed boolean DEFAULT false NOT NULL,
    overtime_hundredths integer DEFAULT 0 NOT NULL,
    hr_rate_id bigint NOT NULL,
    rate_cents public.cents NOT NULL,
    status text DEFAULT 'processed'::text NOT NULL COLLATE pg_catalog."C",
    notes text DEFAULT ''::text NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C",
    processed_at timestamp with time zone NOT NULL,
    processed_by text NOT NULL,
    processed_by_id bigint,
    changed_by text NOT NULL,
    changed_by_id bigint,
    posted_on date,
    approved_by text DEFAULT ''::text NOT NULL,
    approved_by_id bigint,
    approved_at timestamp with time zone,
    is_sole boolean DEFAULT false NOT NULL,
    paid_on date,
    reversed_on date,
    reversed_at timestamp with time zone,
    reversed_by text DEFAULT ''::text NOT NULL,
    reversal_reason text DEFAULT ''::text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    shown_group bigint,
    CONSTRAINT payrolls_advance_cents_check CHECK (((advance_cents)::bigint >= 0)),
    CONSTRAINT payrolls_approved CHECK (((approved_at IS NULL) = (posted_on IS NULL))),
    CONSTRAINT payrolls_base_cents_check CHECK (((base_cents)::bigint >= 0)),
    CONSTRAINT payrolls_bonus_cents_check CHECK (((bonus_cents)::bigint >= 0)),
    CONSTRAINT payrolls_employer_social_cents_check CHECK (((employer_social_cents)::bigint >= 0)),
    CONSTRAINT payrolls_gross CHECK (((gross_cents)::bigint = (((base_cents)::bigint + (overtime_cents)::bigint) + (bonus_cents)::bigint))),
    CONSTRAINT payrolls_net CHECK (((net_cents)::bigint >= 0)),
    CONSTRAINT payrolls_net_sum CHECK (((net_cents)::bigint = (((((gross_cents)::bigint - (tax_cents)::bigint) - (social_cents)::bigint) - (advance_cents)::bigint) - (other_cents)::bigint))),
    CONSTRAINT payrolls_other_cents_check CHECK (((other_cents)::bigint >= 0)),
    CONSTRAINT payrolls_overtime_cents_check CHECK (((overtime_cents)::bigint >= 0)),
    CONSTRAINT payrolls_overtime_hundredths_check CHECK ((overtime_hundredths >= 0)),
    CONSTRAINT payrolls_paid CHECK (((status = 'paid'::text) = (paid_on IS NOT NULL))),
    CONSTRAINT payrolls_period CHECK ((end_date >= start_date)),
    CONSTRAINT payrolls_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT payrolls_reversed CHECK (((reversed_on IS NULL) = (reversed_at IS NULL))),
    CONSTRAINT payrolls_second_person CHECK (((approved_at IS NULL) OR is_sole OR ((approved_by_id IS DISTINCT FROM processed_by_id) AND (approved_by_id IS DISTINCT FROM changed_by_id)))),
    CONSTRAINT payrolls_social_cents_check CHECK (((social_cents)::bigint >= 0)),
    CONSTRAINT payrolls_status CHECK (
CASE status
    WHEN 'processed'::text THEN ((approved_at IS NULL) AND (reversed_on IS NULL))
    WHEN 'reversed'::text THEN (reversed_on IS NOT NULL)
    ELSE ((approved_at IS NOT NULL) AND (reversed_on IS NULL))
END),
    CONSTRAINT payrolls_status_check CHECK ((status = ANY (ARRAY['processed'::text, 'approved'::text, 'paid'::text, 'reversed'::text]))),
    CONSTRAINT payrolls_tax_cents_check CHECK (((tax_cents)::bigint >= 0))
);

ALTER TABLE public.payrolls ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.payrolls_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.public_holidays (
    id bigint NOT NULL,
    holiday_date date NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT public_holidays_name_check CHECK ((name <> ''::text))
);

ALTER TABLE public.public_holidays ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.public_holidays_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.purchase_order_lines (
    order_id bigint NOT NULL,
    line_no integer NOT NULL,
    equipment_id bigint,
    account_code text COLLATE pg_catalog."C",
    description text NOT NULL,
    quantity integer NOT NULL,
    unit_price_cents public.cents NOT NULL,
    received integer DEFAULT 0 NOT NULL,
    billed integer DEFAULT 0 NOT NULL,
    cancelled integer DEFAULT 0 NOT NULL,
    CONSTRAINT purchase_order_lines_billed CHECK (((billed >= 0) AND (billed <= received))),
    CONSTRAINT purchase_order_lines_cancelled CHECK (((cancelled >= 0) AND (cancelled <= 1000000))),
    CONSTRAINT purchase_order_lines_description_check CHECK ((description <> ''::text)),
    CONSTRAINT purchase_order_lines_line_no_check CHECK ((line_no > 0)),
    CONSTRAINT purchase_order_lines_quantity_check CHECK (((quantity >= 0) AND (quantity <= 1000000))),
    CONSTRAINT purchase_order_lines_received CHECK (((received >= 0) AND (received <= quantity))),
    CONSTRAINT purchase_order_lines_unit_price_cents_check CHECK (((unit_price_cents)::bigint >= 0)),
    CONSTRAINT purchase_order_lines_what CHECK ((num_nonnulls(equipment_id, account_code) = 1))
);

CREATE TABLE public.purchase_orders (
    id bigint NOT NULL,
    po_number text NOT NULL COLLATE pg_catalog."C",
    requisition_id bigint,
    supplier_id bigint NOT NULL,
    order_date date NOT NULL,
    expected_delivery date NOT NULL,
    currency text DEFAULT 'USD'::text NOT NULL COLLATE pg_catalog."C",
    rate_cents public.cents NOT NULL,
    total_amount_cents public.cents NOT NULL,
    total_cents public.cents NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL COLLATE pg_catalog."C",
    search_text text NOT NULL COLLATE pg_catalog."C",
    created_by text NOT NULL,
    created_by_id bigint,
    changed_by text NOT NULL,
    changed_by_id bigint,
    approved_by text DEFAULT ''::text NOT NULL,
    approved_by_id bigint,
    approved_at timestamp with time zone,
    closed_reason text DEFAULT ''::text NOT NULL,
    received_on date,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT purchase_orders_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT purchase_orders_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT purchase_orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'received'::text, 'rejected'::text, 'cancelled'::text]))),
    CONSTRAINT purchase_orders_total_amount_cents_check CHECK (((total_amount_cents)::bigint >= 0)),
    CONSTRAINT purchase_orders_total_cents_check CHECK (((total_cents)::bigint >= 0))
);

ALTER TABLE public.purchase_orders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.purchase_orders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.radius_closed_sessions (
    id bigint NOT NULL,
    router_id bigint NOT NULL,
    account_id bigint NOT NULL,
    session_id text NOT NULL COLLATE pg_catalog."C",
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    device text NOT NULL COLLATE pg_catalog."C",
    ip inet,
    ipv6_prefix inet,
    delegated_prefix inet,
    seconds bigint NOT NULL,
    upload_bytes bigint NOT NULL,
    download_bytes bigint NOT NULL,
    cause text NOT NULL,
    decision bigint NOT NULL,
    CONSTRAINT radius_closed_sessions_order CHECK ((ended_at >= started_at))
);

CREATE TABLE public.radius_endings (
    id bigint NOT NULL,
    router_id bigint NOT NULL,
    session_id text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL,
    ip inet,
    made_at timestamp with time zone NOT NULL,
    next_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    error text DEFAULT ''::text NOT NULL
);

ALTER TABLE public.radius_endings ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.radius_endings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.radius_months (
    account_id bigint NOT NULL,
    month date NOT NULL,
    upload_bytes bigint DEFAULT 0 NOT NULL,
    download_bytes bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='80');

CREATE TABLE public.radius_orders (
    session_id bigint NOT NULL,
    router_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    decision bigint NOT NULL,
    given text NOT NULL COLLATE pg_catalog."C",
    made_at timestamp with time zone NOT NULL,
    next_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    is_by_hand boolean DEFAULT false NOT NULL,
    is_promised boolean DEFAULT false NOT NULL,
    error text DEFAULT ''::text NOT NULL,
    CONSTRAINT radius_orders_kind CHECK ((kind = ANY (ARRAY['change'::text, 'end'::text])))
);

CREATE TABLE public.radius_refusals (
    id bigint NOT NULL,
    hour timestamp with time zone NOT NULL,
    router_id bigint NOT NULL,
    account_id bigint,
    username text NOT NULL,
    device text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    count integer DEFAULT 1 NOT NULL,
    last_at timestamp with time zone NOT NULL,
    window_start timestamp with time zone NOT NULL,
    window_count integer DEFAULT 1 NOT NULL,
    CONSTRAINT radius_refusals_reason CHECK ((reason = ANY (ARRAY['unknown'::text, 'password'::text, 'suspended'::text, 'inactive'::text, 'blocked'::text, 'tooMany'::text, 'throttled'::text, 'void'::text, 'ended'::text, 'usedUp'::text])))
);

ALTER TABLE public.radius_refusals ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.radius_refusals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.radius_reservations (
    account_id bigint NOT NULL,
    device text NOT NULL COLLATE pg_catalog."C",
    until timestamp with time zone NOT NULL
);

CREATE TABLE public.radius_routers (
    id bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    node_id bigint,
    kind text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    nas_identifier text DEFAULT ''::text NOT NULL,
    secret_encrypted text NOT NULL COLLATE pg_catalog."C",
    coa_address text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    coa_port integer DEFAULT 3799 NOT NULL,
    login_address text DEFAULT ''::text NOT NULL,
    everybody_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    CONSTRAINT radius_routers_address_form CHECK (((address ~ '^[0-9a-f.:]{2,45}$'::text) AND (coa_address ~ '^([0-9a-f.:]{2,45})?$'::text))),
    CONSTRAINT radius_routers_kind CHECK ((kind = ANY (ARRAY['mikrotik'::text, 'generic'::text]))),
    CONSTRAINT radius_routers_port CHECK (((coa_port >= 1) AND (coa_port <= 65535)))
);

ALTER TABLE public.radius_routers ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.radius_routers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.radius_sessions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.radius_sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.radius_unusable (
    day date NOT NULL,
    router text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    count bigint DEFAULT 1 NOT NULL
);

CREATE TABLE public.radius_usage (
    account_id bigint NOT NULL,
    day date NOT NULL,
    upload_bytes bigint DEFAULT 0 NOT NULL,
    download_bytes bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.recovery_codes (
    user_id bigint NOT NULL,
    code_hash bytea NOT NULL,
    made_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.refund_parts (
    refund_id bigint NOT NULL,
    payment_id bigint NOT NULL,
    amount_cents public.cents NOT NULL,
    ssp_cents public.cents,
    CONSTRAINT refund_parts_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT refund_parts_ssp_cents_check CHECK (((ssp_cents)::bigint >= 0))
);

CREATE TABLE public.refunds (
    id bigint NOT NULL,
    refund_number text NOT NULL COLLATE pg_catalog."C",
    customer_id bigint NOT NULL,
    refund_date date NOT NULL,
    account text NOT NULL COLLATE pg_catalog."C",
    money_account text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    amount_cents public.cents NOT NULL,
    ssp_cents public.cents NOT NULL,
    rate_cents public.cents NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    money_cents public.cents NOT NULL,
    CONSTRAINT refunds_account_check CHECK ((account = ANY (ARRAY['cash'::text, 'bank'::text, 'mobile_money'::text]))),
    CONSTRAINT refunds_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT refunds_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT refunds_money_cents_check CHECK (((money_cents)::bigint > 0)),
    CONSTRAINT refunds_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT refunds_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT refunds_ssp_cents_check CHECK (((ssp_cents)::bigint >= 0))
);

ALTER TABLE public.refunds ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.refunds_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.refused_tries (
    user_id bigint NOT NULL,
    device_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    tries integer NOT NULL,
    since timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    ip text NOT NULL,
    CONSTRAINT refused_tries_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'confirm'::text, 'password'::text, 'permission'::text]))),
    CONSTRAINT refused_tries_tries_check CHECK ((tries > 0))
);

CREATE TABLE public.report_deliveries (
    id bigint NOT NULL,
    schedule_id bigint NOT NULL,
    start_date date NOT NULL,
    end_date date NOT NULL,
    recipients text[] NOT NULL,
    sent_by text,
    queued_at timestamp with time zone NOT NULL
);

ALTER TABLE public.report_deliveries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.report_deliveries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.report_schedules (
    id bigint NOT NULL,
    report text NOT NULL COLLATE pg_catalog."C",
    format text NOT NULL COLLATE pg_catalog."C",
    every text NOT NULL COLLATE pg_catalog."C",
    recipients text[] NOT NULL,
    owner_id bigint,
    owner_name text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    stopped_reason text DEFAULT ''::text NOT NULL,
    sends_from date NOT NULL,
    last_start date,
    last_end date,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    with_lines boolean DEFAULT true NOT NULL,
    CONSTRAINT report_schedules_every_check CHECK ((every = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text]))),
    CONSTRAINT report_schedules_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'xlsx'::text, 'csv'::text]))),
    CONSTRAINT report_schedules_last CHECK (((last_start IS NULL) = (last_end IS NULL))),
    CONSTRAINT report_schedules_recipients_check CHECK (((cardinality(recipients) >= 1) AND (cardinality(recipients) <= 20))),
    CONSTRAINT report_schedules_stopped CHECK (((NOT is_active) OR (stopped_reason = ''::text)))
);

ALTER TABLE public.report_schedules ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.report_schedules_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.requisition_lines (
    requisition_id bigint NOT NULL,
    line_no integer NOT NULL,
    equipment_id bigint,
    description text NOT NULL,
    quantity integer NOT NULL,
    unit_cost_cents public.cents NOT NULL,
    CONSTRAINT requisition_lines_description_check CHECK ((description <> ''::text)),
    CONSTRAINT requisition_lines_line_no_check CHECK ((line_no > 0)),
    CONSTRAINT requisition_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000))),
    CONSTRAINT requisition_lines_unit_cost_cents_check CHECK (((unit_cost_cents)::bigint >= 0))
);

CREATE TABLE public.requisitions (
    id bigint NOT NULL,
    requisition_id text NOT NULL COLLATE pg_catalog."C",
    requested_by text NOT NULL,
    requested_by_id bigint,
    changed_by text NOT NULL,
    changed_by_id bigint,
    department text DEFAULT 'General'::text NOT NULL,
    priority text DEFAULT 'medium'::text NOT NULL COLLATE pg_catalog."C",
    request_date date NOT NULL,
    expected_delivery_date date NOT NULL,
    rate_cents public.cents NOT NULL,
    total_cents public.cents NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL COLLATE pg_catalog."C",
    notes text DEFAULT ''::text NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C",
    is_low_stock boolean DEFAULT false NOT NULL,
    reviewed_by text DEFAULT ''::text NOT NULL,
    reviewed_by_id bigint,
    reviewed_at timestamp with time zone,
    review_notes text DEFAULT ''::text NOT NULL,
    decided_by text DEFAULT ''::text NOT NULL,
    decided_by_id bigint,
    decided_at timestamp with time zone,
    decision_notes text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT requisitions_department_check CHECK ((department <> ''::text)),
    CONSTRAINT requisitions_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'urgent'::text]))),
    CONSTRAINT requisitions_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT requisitions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'reviewed'::text, 'approved'::text, 'rejected'::text, 'ordered'::text, 'received'::text]))),
    CONSTRAINT requisitions_total_cents_check CHECK (((total_cents)::bigint >= 0))
);

ALTER TABLE public.requisitions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.requisitions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.revenue_days (
    day date NOT NULL,
    account_code text NOT NULL COLLATE pg_catalog."C",
    revenue_cents bigint NOT NULL
);

CREATE TABLE public.reversed_allocations (
    payment_id bigint NOT NULL,
    invoice_id bigint NOT NULL,
    amount_cents public.cents NOT NULL,
    CONSTRAINT reversed_allocations_amount_cents_check CHECK (((amount_cents)::bigint > 0))
);

CREATE TABLE public.sales_order_lines (
    order_id bigint NOT NULL,
    line_no integer NOT NULL,
    equipment_id bigint NOT NULL,
    description text NOT NULL,
    list_price_cents public.cents NOT NULL,
    quantity integer NOT NULL,
    unit_price_cents public.cents NOT NULL,
    total_cents public.cents NOT NULL,
    returned integer DEFAULT 0 NOT NULL,
    cost_cents public.cents DEFAULT 0 NOT NULL,
    serials text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT sales_order_lines_cost_cents_check CHECK (((cost_cents)::bigint >= 0)),
    CONSTRAINT sales_order_lines_description_check CHECK ((description <> ''::text)),
    CONSTRAINT sales_order_lines_line_no_check CHECK ((line_no > 0)),
    CONSTRAINT sales_order_lines_list_price_cents_check CHECK (((list_price_cents)::bigint >= 0)),
    CONSTRAINT sales_order_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000))),
    CONSTRAINT sales_order_lines_returned CHECK (((returned >= 0) AND (returned <= quantity))),
    CONSTRAINT sales_order_lines_total CHECK (((total_cents)::bigint = (quantity * (unit_price_cents)::bigint))),
    CONSTRAINT sales_order_lines_unit_price_cents_check CHECK (((unit_price_cents)::bigint >= 0))
);

CREATE TABLE public.sales_orders (
    id bigint NOT NULL,
    order_number text NOT NULL COLLATE pg_catalog."C",
    order_date date NOT NULL,
    customer_id bigint NOT NULL,
    sales_person_id bigint,
    sales_person_name text NOT NULL,
    delivery_date date,
    delivery_address text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL COLLATE pg_catalog."C",
    closed_reason text DEFAULT ''::text NOT NULL,
    rate_cents public.cents NOT NULL,
    total_cents public.cents NOT NULL,
    ssp_cents public.cents NOT NULL,
    price_check text DEFAULT 'none'::text NOT NULL COLLATE pg_catalog."C",
    is_counter_sale boolean DEFAULT false NOT NULL,
    invoice_id bigint,
    delivered_on date,
    delivered_by text DEFAULT ''::text NOT NULL,
    received_by text DEFAULT ''::text NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT sales_orders_closed CHECK (((status <> ALL (ARRAY['rejected'::text, 'cancelled'::text])) OR (closed_reason <> ''::text))),
    CONSTRAINT sales_orders_delivered CHECK (((status = 'delivered'::text) = (delivered_on IS NOT NULL))),
    CONSTRAINT sales_orders_invoiced CHECK (((status <> ALL (ARRAY['confirmed'::text, 'delivered'::text])) OR (invoice_id IS NOT NULL) OR ((total_cents)::bigint = 0))),
    CONSTRAINT sales_orders_price CHECK (((status <> ALL (ARRAY['approved'::text, 'confirmed'::text, 'delivered'::text])) OR (price_check = ANY (ARRAY['none'::text, 'accepted'::text])))),
    CONSTRAINT sales_orders_price_check_check CHECK ((price_check = ANY (ARRAY['none'::text, 'waiting'::text, 'accepted'::text, 'refused'::text]))),
    CONSTRAINT sales_orders_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT sales_orders_ssp_cents_check CHECK (((ssp_cents)::bigint >= 0)),
    CONSTRAINT sales_orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'confirmed'::text, 'delivered'::text, 'rejected'::text, 'cancelled'::text]))),
    CONSTRAINT sales_orders_total_cents_check CHECK (((total_cents)::bigint >= 0))
);

ALTER TABLE public.sales_orders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sales_orders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sales_return_lines (
    return_id bigint NOT NULL,
    line_no integer NOT NULL,
    order_id bigint NOT NULL,
    order_line integer NOT NULL,
    quantity integer NOT NULL,
    amount_cents public.cents NOT NULL,
    cost_cents public.cents NOT NULL,
    serials text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT sales_return_lines_amount_cents_check CHECK (((amount_cents)::bigint >= 0)),
    CONSTRAINT sales_return_lines_cost_cents_check CHECK (((cost_cents)::bigint >= 0)),
    CONSTRAINT sales_return_lines_quantity_check CHECK ((quantity > 0))
);

CREATE TABLE public.sales_returns (
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    credit_note_id bigint,
    return_date date NOT NULL,
    reason text NOT NULL,
    amount_cents public.cents NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT sales_returns_amount_cents_check CHECK (((amount_cents)::bigint >= 0)),
    CONSTRAINT sales_returns_reason_check CHECK ((reason <> ''::text))
);

ALTER TABLE public.sales_returns ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sales_returns_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.saved_views (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    list text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    query text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT saved_views_list_check CHECK ((list <> ''::text)),
    CONSTRAINT saved_views_name_check CHECK ((name <> ''::text)),
    CONSTRAINT saved_views_query_check CHECK ((octet_length(query) <= 8000))
);

ALTER TABLE public.saved_views ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.saved_views_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.schema_migrations (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone NOT NULL
);

CREATE TABLE public.second_factors (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    name text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    last_used_at timestamp with time zone,
    secret_encrypted text COLLATE pg_catalog."C",
    last_step bigint,
    credential_id text COLLATE pg_catalog."C",
    public_key bytea,
    counter bigint,
    transports text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT second_factors_kind CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text]))),
    CONSTRAINT second_factors_passkey CHECK (
CASE
    WHEN (kind = 'passkey'::text) THEN ((confirmed_at IS NOT NULL) AND (credential_id IS NOT NULL) AND (public_key IS NOT NULL) AND (counter >= 0))
    ELSE ((credential_id IS NULL) AND (public_key IS NULL) AND (counter IS NULL))
END),
    CONSTRAINT second_factors_step CHECK (((last_step IS NULL) OR (kind = 'totp'::text))),
    CONSTRAINT second_factors_totp CHECK (((kind = 'totp'::text) = (secret_encrypted IS NOT NULL)))
);

ALTER TABLE public.second_factors ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.second_factors_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.secret_key (
    is_one boolean DEFAULT true NOT NULL,
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    recorded_at timestamp with time zone NOT NULL,
    CONSTRAINT secret_key_fingerprint CHECK ((fingerprint ~ '^[0-9a-f]{16}$'::text)),
    CONSTRAINT secret_key_is_one CHECK (is_one)
);

CREATE TABLE public.sessions (
    id bigint NOT NULL,
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_activity_at timestamp with time zone NOT NULL,
    ip text DEFAULT ''::text NOT NULL,
    user_agent text DEFAULT ''::text NOT NULL,
    pending text COLLATE pg_catalog."C",
    confirmed_at timestamp with time zone,
    device_id bigint,
    challenge text COLLATE pg_catalog."C",
    challenge_for text COLLATE pg_catalog."C",
    challenge_at timestamp with time zone,
    CONSTRAINT sessions_challenge CHECK ((((challenge IS NULL) = (challenge_for IS NULL)) AND ((challenge IS NULL) = (challenge_at IS NULL)) AND (challenge_for = ANY (ARRAY['signIn'::text, 'add'::text, 'confirm'::text])))),
    CONSTRAINT sessions_pending CHECK ((pending = ANY (ARRAY['code'::text, 'setUp'::text])))
);

ALTER TABLE public.sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.settings (
    name text NOT NULL COLLATE pg_catalog."C",
    value jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

CREATE TABLE public.shown_pay_entries (
    source text NOT NULL COLLATE pg_catalog."C",
    source_id bigint NOT NULL
);

CREATE TABLE public.sign_in_addresses (
    address text NOT NULL COLLATE pg_catalog."C",
    user_id bigint NOT NULL,
    last_at timestamp with time zone NOT NULL
);

CREATE TABLE public.stock_adjustments (
    id bigint NOT NULL,
    equipment_id bigint NOT NULL,
    adjustment_date date NOT NULL,
    quantity integer NOT NULL,
    unit_cost_cents public.cents NOT NULL,
    is_opening boolean NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT stock_adjustments_quantity_check CHECK ((quantity <> 0)),
    CONSTRAINT stock_adjustments_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT stock_adjustments_unit_cost_cents_check CHECK (((unit_cost_cents)::bigint >= 0))
);

ALTER TABLE public.stock_adjustments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.stock_adjustments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.stock_count_lines (
    count_id bigint NOT NULL,
    equipment_id bigint NOT NULL,
    expected integer NOT NULL,
    counted integer,
    after_move bigint DEFAULT 0 NOT NULL,
    CONSTRAINT stock_count_lines_counted_check CHECK ((counted >= 0)),
    CONSTRAINT stock_count_lines_expected_check CHECK ((expected >= 0))
);

CREATE TABLE public.stock_counts (
    id bigint NOT NULL,
    count_id text NOT NULL COLLATE pg_catalog."C",
    count_date date NOT NULL,
    status text DEFAULT 'counting'::text NOT NULL COLLATE pg_catalog."C",
    notes text DEFAULT ''::text NOT NULL,
    items integer DEFAULT 0 NOT NULL,
    counted integer DEFAULT 0 NOT NULL,
    differences integer DEFAULT 0 NOT NULL,
    difference_cents public.cents DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    created_by_id bigint,
    submitted_at timestamp with time zone,
    posted_at timestamp with time zone,
    posted_by text DEFAULT ''::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT stock_counts_status_check CHECK ((status = ANY (ARRAY['counting'::text, 'waiting'::text, 'posted'::text, 'refused'::text, 'cancelled'::text])))
);

ALTER TABLE public.stock_counts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.stock_counts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.stock_levels (
    equipment_id bigint NOT NULL,
    on_hand integer DEFAULT 0 NOT NULL,
    reserved integer DEFAULT 0 NOT NULL,
    value_cents public.cents DEFAULT 0 NOT NULL,
    last_date date NOT NULL,
    CONSTRAINT stock_levels_on_hand_check CHECK ((on_hand >= 0)),
    CONSTRAINT stock_levels_reserved CHECK (((reserved >= 0) AND (reserved <= on_hand))),
    CONSTRAINT stock_levels_value CHECK (((on_hand > 0) OR ((value_cents)::bigint = 0))),
    CONSTRAINT stock_levels_value_cents_check CHECK (((value_cents)::bigint >= 0))
);

CREATE TABLE public.stock_moves (
    id bigint NOT NULL,
    equipment_id bigint NOT NULL,
    move_date date NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    quantity integer NOT NULL,
    value_cents public.cents NOT NULL,
    reserved integer DEFAULT 0 NOT NULL,
    source text NOT NULL COLLATE pg_catalog."C",
    source_id bigint NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    line_no integer DEFAULT 1 NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT stock_moves_kind_check CHECK ((kind = ANY (ARRAY['opening'::text, 'adjustment'::text, 'count'::text, 'receipt'::text, 'supplier_return'::text, 'reserve'::text, 'release'::text, 'sale'::text, 'sale_return'::text, 'loan'::text, 'loan_return'::text]))),
    CONSTRAINT stock_moves_sign CHECK ((((quantity > 0) AND ((value_cents)::bigint >= 0)) OR ((quantity < 0) AND ((value_cents)::bigint <= 0)) OR ((quantity = 0) AND ((value_cents)::bigint = 0)))),
    CONSTRAINT stock_moves_something CHECK (((quantity <> 0) OR (reserved <> 0)))
);

ALTER TABLE public.stock_moves ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.stock_moves_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.supplier_allocations (
    id bigint NOT NULL,
    payment_id bigint NOT NULL,
    bill_id bigint NOT NULL,
    allocated_on date NOT NULL,
    paid_amount_cents public.cents NOT NULL,
    paid_cents public.cents NOT NULL,
    settled_amount_cents public.cents NOT NULL,
    settled_cents public.cents NOT NULL,
    is_reversed boolean DEFAULT false NOT NULL,
    CONSTRAINT supplier_allocations_paid_amount_cents_check CHECK (((paid_amount_cents)::bigint > 0)),
    CONSTRAINT supplier_allocations_paid_cents_check CHECK (((paid_cents)::bigint > 0)),
    CONSTRAINT supplier_allocations_settled_amount_cents_check CHECK (((settled_amount_cents)::bigint > 0)),
    CONSTRAINT supplier_allocations_settled_cents_check CHECK (((settled_cents)::bigint > 0))
);

ALTER TABLE public.supplier_allocations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.supplier_allocations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.supplier_bill_lines (
    bill_id bigint NOT NULL,
    line_no integer NOT NULL,
    order_id bigint NOT NULL,
    order_line integer NOT NULL,
    quantity integer NOT NULL,
    unit_price_cents public.cents NOT NULL,
    amount_cents public.cents NOT NULL,
    order_price_cents public.cents NOT NULL,
    expected_cents public.cents NOT NULL,
    CONSTRAINT supplier_bill_lines_amount_cents_check CHECK (((amount_cents)::bigint >= 0)),
    CONSTRAINT supplier_bill_lines_expected_cents_check CHECK (((expected_cents)::bigint >= 0)),
    CONSTRAINT supplier_bill_lines_order_price_cents_check CHECK (((order_price_cents)::bigint >= 0)),
    CONSTRAINT supplier_bill_lines_quantity_check CHECK ((quantity > 0)),
    CONSTRAINT supplier_bill_lines_unit_price_cents_check CHECK (((unit_price_cents)::bigint >= 0))
);

CREATE TABLE public.supplier_bills (
    id bigint NOT NULL,
    bill_id text NOT NULL COLLATE pg_catalog."C",
    supplier_id bigint NOT NULL,
    supplier_number text NOT NULL,
    supplier_number_key text NOT NULL COLLATE pg_catalog."C",
    bill_date date NOT NULL,
    due_date date NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    rate_cents public.cents NOT NULL,
    total_amount_cents public.cents NOT NULL,
    total_cents public.cents NOT NULL,
    settled_cents public.cents DEFAULT 0 NOT NULL,
    settled_amount_cents public.cents DEFAULT 0 NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    held_reason text DEFAULT ''::text NOT NULL,
    posted_on date,
    cancelled_on date,
    cancel_reason text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    created_by_id bigint,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT supplier_bills_cancelled CHECK (((status = 'cancelled'::text) = (cancelled_on IS NOT NULL))),
    CONSTRAINT supplier_bills_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT supplier_bills_posted CHECK (((status <> 'posted'::text) OR (posted_on IS NOT NULL))),
    CONSTRAINT supplier_bills_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT supplier_bills_settled CHECK (((((settled_cents)::bigint >= 0) AND ((settled_cents)::bigint <= (total_cents)::bigint)) AND (((settled_amount_cents)::bigint >= 0) AND ((settled_amount_cents)::bigint <= (total_amount_cents)::bigint)))),
    CONSTRAINT supplier_bills_settled_both CHECK ((((settled_cents)::bigint = (total_cents)::bigint) = ((settled_amount_cents)::bigint = (total_amount_cents)::bigint))),
    CONSTRAINT supplier_bills_status_check CHECK ((status = ANY (ARRAY['held'::text, 'posted'::text, 'refused'::text, 'cancelled'::text]))),
    CONSTRAINT supplier_bills_supplier_number_check CHECK ((supplier_number <> ''::text)),
    CONSTRAINT supplier_bills_total_amount_cents_check CHECK (((total_amount_cents)::bigint > 0)),
    CONSTRAINT supplier_bills_total_cents_check CHECK (((total_cents)::bigint > 0)),
    CONSTRAINT supplier_bills_unpayable CHECK (((status = 'posted'::text) OR ((settled_amount_cents)::bigint = 0)))
);

ALTER TABLE public.supplier_bills ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.supplier_bills_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.supplier_payments (
    id bigint NOT NULL,
    payment_id text NOT NULL COLLATE pg_catalog."C",
    supplier_id bigint NOT NULL,
    payment_date date NOT NULL,
    account text NOT NULL COLLATE pg_catalog."C",
    credit_account text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    rate_cents public.cents NOT NULL,
    amount_cents public.cents NOT NULL,
    amount_usd_cents public.cents NOT NULL,
    advance_cents public.cents DEFAULT 0 NOT NULL,
    advance_amount_cents public.cents DEFAULT 0 NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    reversed_on date,
    reversed_at timestamp with time zone,
    reversed_by text DEFAULT ''::text NOT NULL,
    reversal_reason text DEFAULT ''::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT supplier_payments_account_check CHECK ((account = ANY (ARRAY['checking'::text, 'savings'::text, 'cash'::text, 'credit_card'::text, 'petty_cash'::text]))),
    CONSTRAINT supplier_payments_advance CHECK (((((advance_cents)::bigint >= 0) AND ((advance_cents)::bigint <= (amount_usd_cents)::bigint)) AND (((advance_amount_cents)::bigint >= 0) AND ((advance_amount_cents)::bigint <= (amount_cents)::bigint)) AND (((advance_cents)::bigint = 0) = ((advance_amount_cents)::bigint = 0)))),
    CONSTRAINT supplier_payments_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT supplier_payments_amount_usd_cents_check CHECK (((amount_usd_cents)::bigint > 0)),
    CONSTRAINT supplier_payments_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT supplier_payments_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT supplier_payments_reversed CHECK (((reversed_on IS NULL) = (reversed_at IS NULL))),
    CONSTRAINT supplier_payments_reversed_advance CHECK (((reversed_on IS NULL) OR ((advance_cents)::bigint = 0)))
);

ALTER TABLE public.supplier_payments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.supplier_payments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.suppliers (
    id bigint NOT NULL,
    supplier_code text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    search_text text NOT NULL COLLATE pg_catalog."C",
    contact_person text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    address text DEFAULT ''::text NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    country text DEFAULT 'South Sudan'::text NOT NULL,
    tax_number text DEFAULT ''::text NOT NULL,
    payment_terms text DEFAULT 'NET 30'::text NOT NULL COLLATE pg_catalog."C",
    status text DEFAULT 'active'::text NOT NULL COLLATE pg_catalog."C",
    notes text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT suppliers_name_check CHECK ((name <> ''::text)),
    CONSTRAINT suppliers_payment_terms_check CHECK ((payment_terms = ANY (ARRAY['NET 15'::text, 'NET 30'::text, 'NET 45'::text, 'NET 60'::text, 'COD'::text]))),
    CONSTRAINT suppliers_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);

ALTER TABLE public.suppliers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.suppliers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.ticket_comments (
    id bigint NOT NULL,
    ticket_id bigint NOT NULL,
    is_internal boolean NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT ticket_comments_body_check CHECK ((body <> ''::text))
);

ALTER TABLE public.ticket_comments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ticket_comments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tickets (
    id bigint NOT NULL,
    ticket_id text NOT NULL COLLATE pg_catalog."C",
    customer_id bigint,
    node_id bigint,
    alarm_id bigint,
    outage_id bigint,
    merged_into_id bigint,
    title text NOT NULL,
    description text NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C",
    issue_type text NOT NULL COLLATE pg_catalog."C",
    priority text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    assigned_to bigint,
    assigned_name text DEFAULT ''::text NOT NULL,
    resolution text DEFAULT ''::text NOT NULL,
    first_response_at timestamp with time zone,
    resolved_at timestamp with time zone,
    closed_at timestamp with time zone,
    response_due_at timestamp with time zone,
    resolution_due_at timestamp with time zone,
    visit_date date,
    visit_place text DEFAULT ''::text NOT NULL,
    arrived_at timestamp with time zone,
    completed_at timestamp with time zone,
    work_done text DEFAULT ''::text NOT NULL,
    parts_used text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT tickets_assigned CHECK (((status <> 'assigned'::text) OR (assigned_name <> ''::text))),
    CONSTRAINT tickets_closed CHECK (((status = 'closed'::text) = (closed_at IS NOT NULL))),
    CONSTRAINT tickets_description_check CHECK ((description <> ''::text)),
    CONSTRAINT tickets_issue_type_check CHECK ((issue_type = ANY (ARRAY['connection'::text, 'speed'::text, 'billing'::text, 'equipment'::text, 'repair'::text]))),
    CONSTRAINT tickets_merged CHECK (((merged_into_id IS NULL) OR ((status = 'closed'::text) AND (merged_into_id <> id)))),
    CONSTRAINT tickets_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
    CONSTRAINT tickets_resolution CHECK (((status <> ALL (ARRAY['resolved'::text, 'closed'::text])) OR ((resolved_at IS NOT NULL) AND (resolution <> ''::text)))),
    CONSTRAINT tickets_status_check CHECK ((status = ANY (ARRAY['open'::text, 'assigned'::text, 'in_progress'::text, 'resolved'::text, 'closed'::text]))),
    CONSTRAINT tickets_title_check CHECK ((title <> ''::text)),
    CONSTRAINT tickets_visit CHECK (((completed_at IS NULL) OR (arrived_at IS NOT NULL)))
);

ALTER TABLE public.tickets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tickets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.till_counts (
    till_id bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    denomination_cents public.cents NOT NULL,
    pieces integer NOT NULL,
    CONSTRAINT till_counts_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT till_counts_denomination_cents_check CHECK (((denomination_cents)::bigint > 0)),
    CONSTRAINT till_counts_pieces_check CHECK (((pieces >= 1) AND (pieces <= 1000000)))
);

CREATE TABLE public.tills (
    id bigint NOT NULL,
    till_number text NOT NULL COLLATE pg_catalog."C",
    user_id bigint NOT NULL,
    user_name text NOT NULL,
    status text DEFAULT 'open'::text NOT NULL COLLATE pg_catalog."C",
    opened_on date NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    float_usd_cents public.cents DEFAULT 0 NOT NULL,
    float_ssp_cents public.cents DEFAULT 0 NOT NULL,
    usd_cents public.cents DEFAULT 0 NOT NULL,
    ssp_cents public.cents DEFAULT 0 NOT NULL,
    counted_at timestamp with time zone,
    counted_on date,
    expected_usd_cents public.cents,
    expected_ssp_cents public.cents,
    counted_usd_cents public.cents,
    counted_ssp_cents public.cents,
    count_note text DEFAULT ''::text NOT NULL,
    counted_by text DEFAULT ''::text NOT NULL,
    accepted_at timestamp with time zone,
    accepted_by text DEFAULT ''::text NOT NULL,
    accepted_by_id bigint,
    is_sole boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT tills_accepted CHECK (((status = 'accepted'::text) = (accepted_at IS NOT NULL))),
    CONSTRAINT tills_accepted_cash CHECK (((status <> 'accepted'::text) OR (((usd_cents)::bigint = 0) AND ((ssp_cents)::bigint = 0)))),
    CONSTRAINT tills_cash CHECK ((((usd_cents)::bigint >= 0) AND ((ssp_cents)::bigint >= 0))),
    CONSTRAINT tills_count CHECK (((counted_at IS NULL) OR (num_nulls(counted_on, expected_usd_cents, expected_ssp_cents, counted_usd_cents, counted_ssp_cents) = 0))),
    CONSTRAINT tills_counted CHECK (((status = 'open'::text) = (counted_at IS NULL))),
    CONSTRAINT tills_counted_cash CHECK (((status <> 'counted'::text) OR ((((usd_cents)::bigint = 0) OR ((usd_cents)::bigint = (counted_usd_cents)::bigint)) AND (((ssp_cents)::bigint = 0) OR ((ssp_cents)::bigint = (counted_ssp_cents)::bigint))))),
    CONSTRAINT tills_counted_ssp_cents_check CHECK (((counted_ssp_cents)::bigint >= 0)),
    CONSTRAINT tills_counted_usd_cents_check CHECK (((counted_usd_cents)::bigint >= 0)),
    CONSTRAINT tills_float_ssp_cents_check CHECK (((float_ssp_cents)::bigint >= 0)),
    CONSTRAINT tills_float_usd_cents_check CHECK (((float_usd_cents)::bigint >= 0)),
    CONSTRAINT tills_second_person CHECK (((status <> 'accepted'::text) OR is_sole OR (accepted_by_id IS DISTINCT FROM user_id))),
    CONSTRAINT tills_status_check CHECK ((status = ANY (ARRAY['open'::text, 'counted'::text, 'accepted'::text])))
);

ALTER TABLE public.tills ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tills_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.user_devices (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    token_hash bytea NOT NULL,
    user_agent text DEFAULT ''::text NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL
);

ALTER TABLE public.user_devices ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.user_devices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.users (
    id bigint NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL,
    email_key text NOT NULL COLLATE pg_catalog."C",
    full_name text NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    grants text[] DEFAULT '{}'::text[] NOT NULL,
    password_hash text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    must_change_password boolean DEFAULT true NOT NULL,
    last_password_change timestamp with time zone,
    last_login_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    temporary_until timestamp with time zone,
    name_key text COLLATE pg_catalog."C",
    factor_asked_at timestamp with time zone,
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['master_admin'::text, 'developer'::text, 'super_admin'::text, 'ceo'::text, 'operations_manager'::text, 'technical_manager'::text, 'admin'::text, 'manager'::text, 'technician'::text, 'support'::text, 'billing'::text])))
);

ALTER TABLE public.users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.voucher_attempts (
    id bigint NOT NULL,
    address text NOT NULL COLLATE pg_catalog."C",
    at timestamp with time zone NOT NULL
);

ALTER TABLE public.voucher_attempts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.voucher_attempts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.voucher_batches (
    id bigint NOT NULL,
    batch_number text NOT NULL COLLATE pg_catalog."C",
    bundle_id bigint NOT NULL,
    bundle_name text NOT NULL,
    bundle_type text NOT NULL COLLATE pg_catalog."C",
    data_mb integer NOT NULL,
    validity_days integer NOT NULL,
    speed_mbps integer,
    quantity integer NOT NULL,
    price_cents public.cents NOT NULL,
    price_ssp_cents public.cents NOT NULL,
    voucher_rate_cents public.cents NOT NULL,
    rate_cents public.cents NOT NULL,
    account text NOT NULL COLLATE pg_catalog."C",
    money_account text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    value_cents public.cents NOT NULL,
    sold_on date NOT NULL,
    lapses_on date NOT NULL,
    customer_name text DEFAULT ''::text NOT NULL,
    customer_phone text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    sold_by_id bigint,
    sold_by text NOT NULL,
    search_text text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    CONSTRAINT voucher_batches_account_check CHECK ((account = ANY (ARRAY['cash'::text, 'bank'::text, 'mobile_money'::text]))),
    CONSTRAINT voucher_batches_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT voucher_batches_lapse CHECK ((lapses_on > sold_on)),
    CONSTRAINT voucher_batches_price_cents_check CHECK (((price_cents)::bigint > 0)),
    CONSTRAINT voucher_batches_price_ssp_cents_check CHECK (((price_ssp_cents)::bigint > 0)),
    CONSTRAINT voucher_batches_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100))),
    CONSTRAINT voucher_batches_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT voucher_batches_value CHECK (((currency = 'SSP'::text) OR ((value_cents)::bigint = (price_cents)::bigint))),
    CONSTRAINT voucher_batches_value_cents_check CHECK (((value_cents)::bigint > 0)),
    CONSTRAINT voucher_batches_voucher_rate_cents_check CHECK (((voucher_rate_cents)::bigint > 0))
);

ALTER TABLE public.voucher_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.voucher_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.voucher_bundles (
    id bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    description text DEFAULT ''::text NOT NULL,
    data_mb integer NOT NULL,
    validity_days integer NOT NULL,
    price_cents public.cents NOT NULL,
    speed_mbps integer,
    bundle_type text NOT NULL COLLATE pg_catalog."C",
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT voucher_bundles_bundle_type_check CHECK ((bundle_type = ANY (ARRAY['data'::text, 'time'::text, 'unlimited'::text]))),
    CONSTRAINT voucher_bundles_data CHECK (((bundle_type = 'unlimited'::text) OR (data_mb > 0))),
    CONSTRAINT voucher_bundles_data_mb_check CHECK (((data_mb >= 0) AND (data_mb <= 100000000))),
    CONSTRAINT voucher_bundles_name_check CHECK ((name <> ''::text)),
    CONSTRAINT voucher_bundles_price_cents_check CHECK (((price_cents)::bigint > 0)),
    CONSTRAINT voucher_bundles_speed_mbps_check CHECK (((speed_mbps >= 1) AND (speed_mbps <= 100000))),
    CONSTRAINT voucher_bundles_validity_days_check CHECK (((validity_days >= 1) AND (validity_days <= 3650)))
);

ALTER TABLE public.voucher_bundles ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.voucher_bundles_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.voucher_voids (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    quantity integer NOT NULL,
    amount_cents public.cents NOT NULL,
    amount_ssp_cents public.cents NOT NULL,
    voided_on date NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT voucher_voids_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT voucher_voids_amount_ssp_cents_check CHECK (((amount_ssp_cents)::bigint >= 0)),
    CONSTRAINT voucher_voids_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100))),
    CONSTRAINT voucher_voids_reason_check CHECK ((reason <> ''::text))
);

ALTER TABLE public.voucher_voids ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.voucher_voids_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.vouchers (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    line_no integer NOT NULL,
    code_hash bytea NOT NULL,
    code_encrypted text NOT NULL,
    status text DEFAULT 'unused'::text NOT NULL COLLATE pg_catalog."C",
    activated_at timestamp with time zone,
    activated_on date,
    expires_at timestamp with time zone,
    activated_by text DEFAULT ''::text NOT NULL,
    device_hash bytea,
    void_id bigint,
    lapsed_on date,
    CONSTRAINT vouchers_activated CHECK ((((activated_at IS NULL) = (expires_at IS NULL)) AND ((activated_at IS NULL) = (activated_on IS NULL)) AND (expires_at > activated_at))),
    CONSTRAINT vouchers_code_hash_check CHECK ((octet_length(code_hash) = 32)),
    CONSTRAINT vouchers_device_hash_check CHECK ((octet_length(device_hash) = 32)),
    CONSTRAINT vouchers_line_no_check CHECK (((line_no >= 1) AND (line_no <= 100))),
    CONSTRAINT vouchers_status CHECK (
CASE status
    WHEN 'unused'::text THEN ((activated_at IS NULL) AND (void_id IS NULL) AND (lapsed_on IS NULL))
    WHEN 'activated'::text THEN ((activated_at IS NOT NULL) AND (void_id IS NULL) AND (lapsed_on IS NULL))
    WHEN 'void'::text THEN ((activated_at IS NULL) AND (void_id IS NOT NULL) AND (lapsed_on IS NULL))
    ELSE ((void_id IS NULL) AND ((activated_at IS NULL) = (lapsed_on IS NOT NULL)))
END),
    CONSTRAINT vouchers_status_check CHECK ((status = ANY (ARRAY['unused'::text, 'activated'::text, 'expired'::text, 'void'::text])))
);

ALTER TABLE public.vouchers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.vouchers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.wifi_sessions (
    id bigint NOT NULL,
    sale_number text NOT NULL COLLATE pg_catalog."C",
    intent_id bigint NOT NULL,
    package_id text NOT NULL COLLATE pg_catalog."C",
    package_name text NOT NULL,
    duration_minutes integer NOT NULL,
    data_mb integer NOT NULL,
    speed_mbps integer NOT NULL,
    phone text NOT NULL,
    provider text NOT NULL COLLATE pg_catalog."C",
    money_account text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    amount_cents public.cents NOT NULL,
    usd_cents public.cents NOT NULL,
    rate_cents public.cents NOT NULL,
    access_hash bytea NOT NULL,
    access_encrypted text NOT NULL,
    hotspot_id text DEFAULT ''::text NOT NULL,
    sold_on date NOT NULL,
    started_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT wifi_sessions_access_hash_check CHECK ((octet_length(access_hash) = 32)),
    CONSTRAINT wifi_sessions_amount_cents_check CHECK (((amount_cents)::bigint > 0)),
    CONSTRAINT wifi_sessions_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'SSP'::text]))),
    CONSTRAINT wifi_sessions_data_mb_check CHECK ((data_mb > 0)),
    CONSTRAINT wifi_sessions_duration_minutes_check CHECK ((duration_minutes > 0)),
    CONSTRAINT wifi_sessions_rate_cents_check CHECK (((rate_cents)::bigint > 0)),
    CONSTRAINT wifi_sessions_speed_mbps_check CHECK ((speed_mbps > 0)),
    CONSTRAINT wifi_sessions_times CHECK (((expires_at > started_at) AND (ended_at >= started_at))),
    CONSTRAINT wifi_sessions_usd_cents_check CHECK (((usd_cents)::bigint > 0))
);

ALTER TABLE public.wifi_sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.wifi_sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.access_accounts
    ADD CONSTRAINT access_accounts_code UNIQUE (code_hash);

ALTER TABLE ONLY public.access_accounts
    ADD CONSTRAINT access_accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.access_accounts
    ADD CONSTRAINT access_accounts_source UNIQUE (source, source_id);

ALTER TABLE ONLY public.access_accounts
    ADD CONSTRAINT access_accounts_username UNIQUE (username);

ALTER TABLE ONLY public.access_first_sign_ins
    ADD CONSTRAINT access_first_sign_ins_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.access_profiles
    ADD CONSTRAINT access_profiles_pkey PRIMARY KEY (package_type);

ALTER TABLE ONLY public.access_stale
    ADD CONSTRAINT access_stale_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.account_months
    ADD CONSTRAINT account_months_pkey PRIMARY KEY (account_code, month);

ALTER TABLE ONLY public.accounting_months
    ADD CONSTRAINT accounting_months_pkey PRIMARY KEY (month);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_code_level_type_key UNIQUE (code, level, type);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_id_key UNIQUE (id);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (code);

ALTER TABLE ONLY public.advance_movements
    ADD CONSTRAINT advance_movements_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.advance_movements
    ADD CONSTRAINT advance_movements_reversed_once UNIQUE (reversal_of);

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_articles
    ADD CONSTRAINT assistant_articles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_articles
    ADD CONSTRAINT assistant_articles_title UNIQUE (title_key);

ALTER TABLE ONLY public.assistant_messages
    ADD CONSTRAINT assistant_messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_messages
    ADD CONSTRAINT assistant_messages_reply UNIQUE (replies_to);

ALTER TABLE ONLY public.assistant_sessions
    ADD CONSTRAINT assistant_sessions_key UNIQUE (session_id);

ALTER TABLE ONLY public.assistant_sessions
    ADD CONSTRAINT assistant_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_trainings
    ADD CONSTRAINT assistant_trainings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_usage
    ADD CONSTRAINT assistant_usage_pkey PRIMARY KEY (day);

ALTER TABLE ONLY public.assistant_words
    ADD CONSTRAINT assistant_words_pkey PRIMARY KEY (topic, word);

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_once UNIQUE (entity, entity_id, sha256);

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_once UNIQUE (employee_id, day);

ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_seals
    ADD CONSTRAINT audit_seals_ends UNIQUE (id, hash, last_line);

ALTER TABLE ONLY public.audit_seals
    ADD CONSTRAINT audit_seals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bandwidth_purchases
    ADD CONSTRAINT bandwidth_purchases_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.billing_runs
    ADD CONSTRAINT billing_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.campaigns
    ADD CONSTRAINT campaigns_number UNIQUE (campaign_number);

ALTER TABLE ONLY public.campaigns
    ADD CONSTRAINT campaigns_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.cash_months
    ADD CONSTRAINT cash_months_pkey PRIMARY KEY (account_code, month);

ALTER TABLE ONLY public.cash_movements
    ADD CONSTRAINT cash_movements_once UNIQUE (source, source_id, revision, kind, currency);

ALTER TABLE ONLY public.cash_movements
    ADD CONSTRAINT cash_movements_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.counters
    ADD CONSTRAINT counters_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.currency_rates
    ADD CONSTRAINT currency_rates_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.customer_counts
    ADD CONSTRAINT customer_counts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.customer_import_keys
    ADD CONSTRAINT customer_import_keys_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.customer_status_changes
    ADD CONSTRAINT customer_status_changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_customer_id UNIQUE (customer_id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.departments
    ADD CONSTRAINT departments_name UNIQUE (name_key);

ALTER TABLE ONLY public.departments
    ADD CONSTRAINT departments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.employee_advances
    ADD CONSTRAINT employee_advances_number UNIQUE (advance_number);

ALTER TABLE ONLY public.employee_advances
    ADD CONSTRAINT employee_advances_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.employees
    ADD CONSTRAINT employees_number UNIQUE (employee_number);

ALTER TABLE ONLY public.employees
    ADD CONSTRAINT employees_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.employees
    ADD CONSTRAINT employees_user UNIQUE (user_id);

ALTER TABLE ONLY public.equipment_categories
    ADD CONSTRAINT equipment_categories_name UNIQUE (name_key);

ALTER TABLE ONLY public.equipment_categories
    ADD CONSTRAINT equipment_categories_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.equipment_loans
    ADD CONSTRAINT equipment_loans_number UNIQUE (loan_number);

ALTER TABLE ONLY public.equipment_loans
    ADD CONSTRAINT equipment_loans_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.equipment
    ADD CONSTRAINT equipment_number UNIQUE (equipment_id);

ALTER TABLE ONLY public.equipment
    ADD CONSTRAINT equipment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.equipment_units
    ADD CONSTRAINT equipment_units_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.equipment_units
    ADD CONSTRAINT equipment_units_serial UNIQUE (equipment_id, serial_key);

ALTER TABLE ONLY public.expense_payments
    ADD CONSTRAINT expense_payments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.expense_templates
    ADD CONSTRAINT expense_templates_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_number UNIQUE (transaction_id);

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_once_a_month UNIQUE (template_id, template_month);

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.factor_attempts
    ADD CONSTRAINT factor_attempts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.goods_receipt_lines
    ADD CONSTRAINT goods_receipt_lines_pkey PRIMARY KEY (receipt_id, line_no);

ALTER TABLE ONLY public.goods_receipts
    ADD CONSTRAINT goods_receipts_number UNIQUE (receipt_id);

ALTER TABLE ONLY public.goods_receipts
    ADD CONSTRAINT goods_receipts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.hr_rates
    ADD CONSTRAINT hr_rates_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (actor, operation, key);

ALTER TABLE ONLY public.import_batches
    ADD CONSTRAINT import_batches_pkey PRIMARY KEY (run_id, number);

ALTER TABLE ONLY public.import_files
    ADD CONSTRAINT import_files_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.import_mappings
    ADD CONSTRAINT import_mappings_pkey PRIMARY KEY (type, headers_hash);

ALTER TABLE ONLY public.import_runs
    ADD CONSTRAINT import_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.imported_lines
    ADD CONSTRAINT imported_lines_pkey PRIMARY KEY (source, key);

ALTER TABLE ONLY public.invoice_counts
    ADD CONSTRAINT invoice_counts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invoice_disputes
    ADD CONSTRAINT invoice_disputes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invoice_emails
    ADD CONSTRAINT invoice_emails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invoice_lines
    ADD CONSTRAINT invoice_lines_pkey PRIMARY KEY (invoice_id, line_no);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_number UNIQUE (invoice_number);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.job_runs
    ADD CONSTRAINT job_runs_pkey PRIMARY KEY (job, period);

ALTER TABLE ONLY public.journal_entries
    ADD CONSTRAINT journal_entries_number UNIQUE (entry_number);

ALTER TABLE ONLY public.journal_entries
    ADD CONSTRAINT journal_entries_one_reversal UNIQUE (reversal_of);

ALTER TABLE ONLY public.journal_entries
    ADD CONSTRAINT journal_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.journal_entries
    ADD CONSTRAINT journal_entries_source UNIQUE (source, source_id, revision);

ALTER TABLE ONLY public.journal_lines
    ADD CONSTRAINT journal_lines_pkey PRIMARY KEY (entry_id, line_no);

ALTER TABLE ONLY public.journal_template_months
    ADD CONSTRAINT journal_template_months_pkey PRIMARY KEY (template_id, month);

ALTER TABLE ONLY public.journal_templates
    ADD CONSTRAINT journal_templates_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.leave_carry_overs
    ADD CONSTRAINT leave_carry_overs_once UNIQUE (employee_id, year);

ALTER TABLE ONLY public.leave_carry_overs
    ADD CONSTRAINT leave_carry_overs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.leave_requests
    ADD CONSTRAINT leave_requests_overlap EXCLUDE USING gist (int8range(employee_id, employee_id, '[]'::text) WITH &&, daterange(start_date, end_date, '[]'::text) WITH &&) WHERE ((status = ANY (ARRAY['pending'::text, 'approved'::text])));

ALTER TABLE ONLY public.leave_requests
    ADD CONSTRAINT leave_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.login_attempts
    ADD CONSTRAINT login_attempts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.message_parts
    ADD CONSTRAINT message_parts_pkey PRIMARY KEY (gateway, gateway_id);

ALTER TABLE ONLY public.message_senders
    ADD CONSTRAINT message_senders_pkey PRIMARY KEY (channel);

ALTER TABLE ONLY public.message_templates
    ADD CONSTRAINT message_templates_name UNIQUE (name_key);

ALTER TABLE ONLY public.message_templates
    ADD CONSTRAINT message_templates_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.message_types
    ADD CONSTRAINT message_types_pkey PRIMARY KEY (type);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.network_alarms
    ADD CONSTRAINT network_alarms_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.network_interfaces
    ADD CONSTRAINT network_interfaces_name UNIQUE (node_id, name);

ALTER TABLE ONLY public.network_interfaces
    ADD CONSTRAINT network_interfaces_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.network_nodes
    ADD CONSTRAINT network_nodes_name UNIQUE (name_key);

ALTER TABLE ONLY public.network_nodes
    ADD CONSTRAINT network_nodes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.network_rollups
    ADD CONSTRAINT network_rollups_pkey PRIMARY KEY (node_id, span, start);

ALTER TABLE ONLY public.network_samples
    ADD CONSTRAINT network_samples_pkey PRIMARY KEY (node_id, at);

ALTER TABLE ONLY public.network_states
    ADD CONSTRAINT network_states_pkey PRIMARY KEY (node_id);

ALTER TABLE ONLY public.network_watches
    ADD CONSTRAINT network_watches_pkey PRIMARY KEY (node_id, kind);

ALTER TABLE ONLY public.old_passwords
    ADD CONSTRAINT old_passwords_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outbox_consumers
    ADD CONSTRAINT outbox_consumers_pkey PRIMARY KEY (consumer, fact);

ALTER TABLE ONLY public.outbox_deliveries
    ADD CONSTRAINT outbox_deliveries_pkey PRIMARY KEY (fact_id, consumer);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payment_allocations
    ADD CONSTRAINT payment_allocations_pkey PRIMARY KEY (payment_id, invoice_id);

ALTER TABLE ONLY public.payment_events
    ADD CONSTRAINT payment_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payment_intent_invoices
    ADD CONSTRAINT payment_intent_invoices_pkey PRIMARY KEY (intent_id, invoice_id);

ALTER TABLE ONLY public.payment_intents
    ADD CONSTRAINT payment_intents_payment UNIQUE (payment_id);

ALTER TABLE ONLY public.payment_intents
    ADD CONSTRAINT payment_intents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payment_intents
    ADD CONSTRAINT payment_intents_reference UNIQUE (reference);

ALTER TABLE ONLY public.payment_intents
    ADD CONSTRAINT payment_intents_transaction UNIQUE (driver, provider_transaction_id);

ALTER TABLE ONLY public.payment_intents
    ADD CONSTRAINT payment_intents_visitor UNIQUE (visitor_hash);

ALTER TABLE ONLY public.payment_refunds
    ADD CONSTRAINT payment_refunds_intent UNIQUE (intent_id);

ALTER TABLE ONLY public.payment_refunds
    ADD CONSTRAINT payment_refunds_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_receipt_number UNIQUE (receipt_number);

ALTER TABLE ONLY public.payroll_batches
    ADD CONSTRAINT payroll_batches_number UNIQUE (batch_number);

ALTER TABLE ONLY public.payroll_batches
    ADD CONSTRAINT payroll_batches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payroll_payment_lines
    ADD CONSTRAINT payroll_payment_lines_pkey PRIMARY KEY (payment_id, payroll_id);

ALTER TABLE ONLY public.payroll_payments
    ADD CONSTRAINT payroll_payments_number UNIQUE (payment_number);

ALTER TABLE ONLY public.payroll_payments
    ADD CONSTRAINT payroll_payments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payroll_remittances
    ADD CONSTRAINT payroll_remittances_number UNIQUE (remittance_number);

ALTER TABLE ONLY public.payroll_remittances
    ADD CONSTRAINT payroll_remittances_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payrolls
    ADD CONSTRAINT payrolls_number UNIQUE (payroll_number);

ALTER TABLE ONLY public.payrolls
    ADD CONSTRAINT payrolls_once EXCLUDE USING gist (int8range(employee_id, employee_id, '[]'::text) WITH &&, daterange(start_date, end_date, '[]'::text) WITH &&) WHERE ((status <> 'reversed'::text));

ALTER TABLE ONLY public.payrolls
    ADD CONSTRAINT payrolls_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.public_holidays
    ADD CONSTRAINT public_holidays_once UNIQUE (holiday_date);

ALTER TABLE ONLY public.public_holidays
    ADD CONSTRAINT public_holidays_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.purchase_order_lines
    ADD CONSTRAINT purchase_order_lines_pkey PRIMARY KEY (order_id, line_no);

ALTER TABLE ONLY public.purchase_orders
    ADD CONSTRAINT purchase_orders_number UNIQUE (po_number);

ALTER TABLE ONLY public.purchase_orders
    ADD CONSTRAINT purchase_orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.radius_closed_sessions
    ADD CONSTRAINT radius_closed_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.radius_endings
    ADD CONSTRAINT radius_endings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.radius_months
    ADD CONSTRAINT radius_months_pkey PRIMARY KEY (account_id, month);

ALTER TABLE ONLY public.radius_orders
    ADD CONSTRAINT radius_orders_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY public.radius_refusals
    ADD CONSTRAINT radius_refusals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.radius_reservations
    ADD CONSTRAINT radius_reservations_pkey PRIMARY KEY (account_id, device);

ALTER TABLE ONLY public.radius_routers
    ADD CONSTRAINT radius_routers_address UNIQUE (address);

ALTER TABLE ONLY public.radius_routers
    ADD CONSTRAINT radius_routers_name UNIQUE (name_key);

ALTER TABLE ONLY public.radius_routers
    ADD CONSTRAINT radius_routers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.radius_sessions
    ADD CONSTRAINT radius_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.radius_unusable
    ADD CONSTRAINT radius_unusable_pkey PRIMARY KEY (day, router, reason);

ALTER TABLE ONLY public.radius_usage
    ADD CONSTRAINT radius_usage_pkey PRIMARY KEY (account_id, day);

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);

ALTER TABLE ONLY public.refund_parts
    ADD CONSTRAINT refund_parts_pkey PRIMARY KEY (refund_id, payment_id);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_number UNIQUE (refund_number);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.refused_tries
    ADD CONSTRAINT refused_tries_pkey PRIMARY KEY (user_id, kind, device_id);

ALTER TABLE ONLY public.report_deliveries
    ADD CONSTRAINT report_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.report_schedules
    ADD CONSTRAINT report_schedules_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.requisition_lines
    ADD CONSTRAINT requisition_lines_pkey PRIMARY KEY (requisition_id, line_no);

ALTER TABLE ONLY public.requisitions
    ADD CONSTRAINT requisitions_number UNIQUE (requisition_id);

ALTER TABLE ONLY public.requisitions
    ADD CONSTRAINT requisitions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.revenue_days
    ADD CONSTRAINT revenue_days_pkey PRIMARY KEY (day, account_code);

ALTER TABLE ONLY public.reversed_allocations
    ADD CONSTRAINT reversed_allocations_pkey PRIMARY KEY (payment_id, invoice_id);

ALTER TABLE ONLY public.sales_order_lines
    ADD CONSTRAINT sales_order_lines_pkey PRIMARY KEY (order_id, line_no);

ALTER TABLE ONLY public.sales_orders
    ADD CONSTRAINT sales_orders_invoice UNIQUE (invoice_id);

ALTER TABLE ONLY public.sales_orders
    ADD CONSTRAINT sales_orders_number UNIQUE (order_number);

ALTER TABLE ONLY public.sales_orders
    ADD CONSTRAINT sales_orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sales_return_lines
    ADD CONSTRAINT sales_return_lines_pkey PRIMARY KEY (return_id, line_no);

ALTER TABLE ONLY public.sales_returns
    ADD CONSTRAINT sales_returns_credit_note UNIQUE (credit_note_id);

ALTER TABLE ONLY public.sales_returns
    ADD CONSTRAINT sales_returns_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_name UNIQUE (user_id, list, name_key);

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_credential UNIQUE (credential_id);

ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.secret_key
    ADD CONSTRAINT secret_key_pkey PRIMARY KEY (is_one);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.shown_pay_entries
    ADD CONSTRAINT shown_pay_entries_pkey PRIMARY KEY (source, source_id);

ALTER TABLE ONLY public.sign_in_addresses
    ADD CONSTRAINT sign_in_addresses_pkey PRIMARY KEY (address, user_id);

ALTER TABLE ONLY public.stock_adjustments
    ADD CONSTRAINT stock_adjustments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.stock_count_lines
    ADD CONSTRAINT stock_count_lines_pkey PRIMARY KEY (count_id, equipment_id);

ALTER TABLE ONLY public.stock_counts
    ADD CONSTRAINT stock_counts_number UNIQUE (count_id);

ALTER TABLE ONLY public.stock_counts
    ADD CONSTRAINT stock_counts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.stock_levels
    ADD CONSTRAINT stock_levels_pkey PRIMARY KEY (equipment_id);

ALTER TABLE ONLY public.stock_moves
    ADD CONSTRAINT stock_moves_once UNIQUE (source, source_id, revision, line_no);

ALTER TABLE ONLY public.stock_moves
    ADD CONSTRAINT stock_moves_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.supplier_allocations
    ADD CONSTRAINT supplier_allocations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.supplier_bill_lines
    ADD CONSTRAINT supplier_bill_lines_pkey PRIMARY KEY (bill_id, line_no);

ALTER TABLE ONLY public.supplier_bills
    ADD CONSTRAINT supplier_bills_number UNIQUE (bill_id);

ALTER TABLE ONLY public.supplier_bills
    ADD CONSTRAINT supplier_bills_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.supplier_payments
    ADD CONSTRAINT supplier_payments_number UNIQUE (payment_id);

ALTER TABLE ONLY public.supplier_payments
    ADD CONSTRAINT supplier_payments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.suppliers
    ADD CONSTRAINT suppliers_name UNIQUE (name_key);

ALTER TABLE ONLY public.suppliers
    ADD CONSTRAINT suppliers_number UNIQUE (supplier_code);

ALTER TABLE ONLY public.suppliers
    ADD CONSTRAINT suppliers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ticket_comments
    ADD CONSTRAINT ticket_comments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_alarm UNIQUE (alarm_id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_number UNIQUE (ticket_id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.till_counts
    ADD CONSTRAINT till_counts_pkey PRIMARY KEY (till_id, currency, denomination_cents);

ALTER TABLE ONLY public.tills
    ADD CONSTRAINT tills_number UNIQUE (till_number);

ALTER TABLE ONLY public.tills
    ADD CONSTRAINT tills_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.user_devices
    ADD CONSTRAINT user_devices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.user_devices
    ADD CONSTRAINT user_devices_token UNIQUE (user_id, token_hash);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_key UNIQUE (email_key);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_username_key UNIQUE (username_key);

ALTER TABLE ONLY public.voucher_attempts
    ADD CONSTRAINT voucher_attempts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.voucher_batches
    ADD CONSTRAINT voucher_batches_number UNIQUE (batch_number);

ALTER TABLE ONLY public.voucher_batches
    ADD CONSTRAINT voucher_batches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.voucher_bundles
    ADD CONSTRAINT voucher_bundles_name UNIQUE (name_key);

ALTER TABLE ONLY public.voucher_bundles
    ADD CONSTRAINT voucher_bundles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.voucher_voids
    ADD CONSTRAINT voucher_voids_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.vouchers
    ADD CONSTRAINT vouchers_code UNIQUE (code_hash);

ALTER TABLE ONLY public.vouchers
    ADD CONSTRAINT vouchers_line UNIQUE (batch_id, line_no);

ALTER TABLE ONLY public.vouchers
    ADD CONSTRAINT vouchers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.wifi_sessions
    ADD CONSTRAINT wifi_sessions_access UNIQUE (access_hash);

ALTER TABLE ONLY public.wifi_sessions
    ADD CONSTRAINT wifi_sessions_intent UNIQUE (intent_id);

ALTER TABLE ONLY public.wifi_sessions
    ADD CONSTRAINT wifi_sessions_number UNIQUE (sale_number);

ALTER TABLE ONLY public.wifi_sessions
    ADD CONSTRAINT wifi_sessions_pkey PRIMARY KEY (id);

CREATE INDEX access_accounts_customer ON public.access_accounts USING btree (customer_id);

CREATE UNIQUE INDEX access_accounts_fixed_ip ON public.access_accounts USING btree (fixed_ip) WHERE (fixed_ip <> ''::text);

CREATE INDEX advance_movements_advance ON public.advance_movements USING btree (advance_id, id);

CREATE UNIQUE INDEX advance_movements_once ON public.advance_movements USING btree (payroll_id, advance_id, kind) WHERE (payroll_id IS NOT NULL);

CREATE INDEX approvals_of_record ON public.approvals USING btree (entity, entity_id);

CREATE UNIQUE INDEX approvals_once ON public.approvals USING btree (kind, entity_id) WHERE ((status = 'waiting'::text) AND (payload IS NULL));

CREATE INDEX approvals_waiting ON public.approvals USING btree (requested_at, id) WHERE (status = 'waiting'::text);

CREATE INDEX assistant_messages_at ON public.assistant_messages USING btree (at, id);

CREATE INDEX assistant_messages_session_index ON public.assistant_messages USING btree (session_id, id);

CREATE INDEX assistant_sessions_customer_index ON public.assistant_sessions USING btree (customer_id, id);

CREATE INDEX assistant_sessions_latest ON public.assistant_sessions USING btree (last_message_at, id);

CREATE INDEX assistant_sessions_status ON public.assistant_sessions USING btree (status, last_message_at, id);

CREATE INDEX assistant_sessions_ticket_index ON public.assistant_sessions USING btree (ticket_id) WHERE (ticket_id IS NOT NULL);

CREATE INDEX attendance_day ON public.attendance USING btree (day, employee_id);

CREATE INDEX audit_log_action ON public.audit_log USING btree (action, at);

CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, id) WHERE (actor_id IS NOT NULL);

CREATE INDEX audit_log_at ON public.audit_log USING btree (at);

CREATE INDEX audit_log_entity ON public.audit_log USING btree (entity, entity_id, id);

CREATE INDEX audit_log_search ON public.audit_log USING gin (lower((((((((actor_name || ' '::text) || COALESCE(actor_username, ''::text)) || ' '::text) || action) || ' '::text) || summary) COLLATE "default")) public.gin_trgm_ops);

CREATE UNIQUE INDEX audit_seals_last_line ON public.audit_seals USING btree (last_line);

CREATE INDEX bandwidth_purchases_valid_from ON public.bandwidth_purchases USING btree (valid_from DESC, id DESC);

CREATE INDEX billing_runs_month ON public.billing_runs USING btree (month, id);

CREATE INDEX campaigns_open ON public.campaigns USING btree (channel, id) WHERE (status = ANY (ARRAY['queued'::text, 'sending'::text]));

CREATE INDEX cash_movements_till ON public.cash_movements USING btree (till_id, id);

CREATE INDEX currency_rates_lookup ON public.currency_rates USING btree (purpose, valid_from DESC, id DESC);

CREATE INDEX customer_import_keys_by_customer ON public.customer_import_keys USING btree (customer_id);

CREATE INDEX customer_status_changes_day ON public.customer_status_changes USING btree (business_date, customer_id, from_status, to_status);

CREATE INDEX customer_status_changes_of_customer ON public.customer_status_changes USING btree (customer_id, id);

CREATE INDEX customers_ip ON public.customers USING btree (ip_address) WHERE (ip_address <> ''::text);

CREATE INDEX customers_location ON public.customers USING btree (location, id);

CREATE INDEX customers_mac ON public.customers USING btree (mac_address) WHERE (mac_address <> ''::text);

CREATE INDEX customers_name ON public.customers USING btree (search_text, id);

CREATE INDEX customers_node_id ON public.customers USING btree (node_id);

CREATE INDEX customers_number ON public.customers USING btree (length(customer_id), customer_id);

CREATE INDEX customers_package ON public.customers USING btree (package_type, id);

CREATE INDEX customers_search ON public.customers USING gin (search_text public.gin_trgm_ops);

CREATE INDEX customers_small_letters ON public.customers USING btree (upper(customer_id), customer_id) WHERE (customer_id <> upper(customer_id));

CREATE INDEX customers_started ON public.customers USING btree (service_start_date, status);

CREATE INDEX customers_status ON public.customers USING btree (status, id);

CREATE INDEX customers_without_fee ON public.customers USING btree (id) WHERE ((monthly_fee_cents)::bigint = 0);

CREATE INDEX departments_managed_by ON public.departments USING btree (manager_id) WHERE (manager_id IS NOT NULL);

CREATE INDEX employee_advances_employee ON public.employee_advances USING btree (employee_id, id);

CREATE INDEX employee_advances_open ON public.employee_advances USING btree (employee_id, id) WHERE ((reversed_on IS NULL) AND ((repaid_cents)::bigint < (amount_cents)::bigint));

CREATE INDEX employees_department ON public.employees USING btree (department_id, id);

CREATE INDEX employees_managed_by ON public.employees USING btree (manager_id) WHERE (manager_id IS NOT NULL);

CREATE INDEX employees_search ON public.employees USING gin (search_text public.gin_trgm_ops);

CREATE INDEX equipment_category ON public.equipment USING btree (category_id, id);

CREATE INDEX equipment_loans_customer_index ON public.equipment_loans USING btree (customer_id, id);

CREATE INDEX equipment_loans_of_equipment ON public.equipment_loans USING btree (equipment_id);

CREATE INDEX equipment_loans_out ON public.equipment_loans USING btree (id) WHERE (status = 'out'::text);

CREATE INDEX equipment_loans_search ON public.equipment_loans USING gin (search_text public.gin_trgm_ops);

CREATE UNIQUE INDEX equipment_loans_unit ON public.equipment_loans USING btree (unit_id) WHERE (status = 'out'::text);

CREATE INDEX equipment_search ON public.equipment USING gin (search_text public.gin_trgm_ops);

CREATE UNIQUE INDEX equipment_sku ON public.equipment USING btree (sku_key) WHERE (sku_key <> ''::text);

CREATE INDEX equipment_units_customer ON public.equipment_units USING btree (customer_id) WHERE (customer_id IS NOT NULL);

CREATE INDEX equipment_units_place ON public.equipment_units USING btree (equipment_id, place);

CREATE INDEX expense_payments_of_expense ON public.expense_payments USING btree (expense_id, id);

CREATE INDEX expenses_date ON public.expenses USING btree (expense_date, id) WHERE (deleted_at IS NULL);

CREATE INDEX expenses_import_keys ON public.expenses USING btree (import_key) WHERE ((import_key <> ''::text) AND (deleted_at IS NULL));

CREATE INDEX expenses_search ON public.expenses USING gin (search_text public.gin_trgm_ops);

CREATE INDEX expenses_unpaid ON public.expenses USING btree (expense_date, id) WHERE ((deleted_at IS NULL) AND (account = 'accounts_payable'::text) AND ((settled_cents)::bigint < (amount_cents)::bigint));

CREATE INDEX factor_attempts_user ON public.factor_attempts USING btree (user_id, at);

CREATE INDEX goods_receipt_lines_order ON public.goods_receipt_lines USING btree (order_id, order_line);

CREATE INDEX goods_receipts_order ON public.goods_receipts USING btree (order_id, id);

CREATE INDEX hr_rates_lookup ON public.hr_rates USING btree (valid_from DESC, id DESC);

CREATE INDEX idempotency_keys_created_at ON public.idempotency_keys USING btree (created_at);

CREATE INDEX import_files_kept ON public.import_files USING btree (uploaded_at) WHERE (removed_at IS NULL);

CREATE INDEX import_runs_running ON public.import_runs USING btree (heartbeat_at) WHERE (status = 'running'::text);

CREATE INDEX import_runs_unfinished ON public.import_runs USING btree (heartbeat_at) WHERE ((status = ANY (ARRAY['queued'::text, 'running'::text])) OR (undo_status = 'running'::text));

CREATE UNIQUE INDEX imported_lines_payment ON public.imported_lines USING btree (payment_id) WHERE (payment_id IS NOT NULL);

CREATE INDEX invoice_counts_month ON public.invoice_counts USING btree (billing_month, id);

CREATE INDEX invoice_disputes_of_invoice ON public.invoice_disputes USING btree (invoice_id, id);

CREATE UNIQUE INDEX invoice_disputes_one_open ON public.invoice_disputes USING btree (invoice_id) WHERE (outcome IS NULL);

CREATE INDEX invoice_disputes_open ON public.invoice_disputes USING btree (since) WHERE (outcome IS NULL);

CREATE INDEX invoice_disputes_ticket ON public.invoice_disputes USING btree (ticket_id) WHERE (ticket_id IS NOT NULL);

CREATE INDEX invoice_emails_invoice ON public.invoice_emails USING btree (invoice_id, id);

CREATE INDEX invoice_emails_sender ON public.invoice_emails USING btree (sender, requested_at);

CREATE INDEX invoices_bill_date ON public.invoices USING btree (bill_date, id);

CREATE INDEX invoices_counted_due ON public.invoices USING btree (counted_due_date) WHERE ((counted_due_date IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'overdue'::text])));

CREATE INDEX invoices_customer ON public.invoices USING btree (customer_id, id);

CREATE INDEX invoices_disputed ON public.invoices USING btree (id) WHERE (disputed_since IS NOT NULL);

CREATE INDEX invoices_month ON public.invoices USING btree (billing_month, customer_id) WHERE (kind = 'recurring'::text);

CREATE UNIQUE INDEX invoices_one_a_month ON public.invoices USING btree (customer_id, billing_month) WHERE (kind = 'recurring'::text);

CREATE UNIQUE INDEX invoices_one_opening ON public.invoices USING btree (customer_id) WHERE ((kind = 'opening'::text) AND (status <> 'cancelled'::text));

CREATE INDEX invoices_open ON public.invoices USING btree (due_date, customer_id) WHERE (status = ANY (ARRAY['pending'::text, 'overdue'::text]));

CREATE INDEX journal_entries_date ON public.journal_entries USING btree (entry_date, id);

CREATE INDEX journal_entries_payroll ON public.journal_entries USING btree (month, id) WHERE (source ~~ 'payroll.%'::text);

CREATE INDEX journal_lines_account ON public.journal_lines USING btree (account_code, month);

CREATE INDEX journal_lines_customer ON public.journal_lines USING btree (customer_id, account_code) WHERE (customer_id IS NOT NULL);

CREATE INDEX journal_lines_employee ON public.journal_lines USING btree (employee_id, account_code) WHERE (employee_id IS NOT NULL);

CREATE INDEX journal_lines_supplier ON public.journal_lines USING btree (supplier_id, account_code) WHERE (supplier_id IS NOT NULL);

CREATE INDEX journal_lines_till ON public.journal_lines USING btree (entry_id) WHERE (cash_place = 'till'::text);

CREATE INDEX leave_requests_employee ON public.leave_requests USING btree (employee_id, start_date, id);

CREATE INDEX leave_requests_end ON public.leave_requests USING btree (end_date, id) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text]));

CREATE INDEX leave_requests_pending ON public.leave_requests USING btree (id) WHERE (status = 'pending'::text);

CREATE INDEX leave_requests_search ON public.leave_requests USING gin (search_text public.gin_trgm_ops);

CREATE INDEX leave_requests_start ON public.leave_requests USING btree (start_date, id);

CREATE INDEX login_attempts_at ON public.login_attempts USING btree (at);

CREATE INDEX login_attempts_ip ON public.login_attempts USING btree (ip, at);

CREATE INDEX login_attempts_username ON public.login_attempts USING btree (username_key, at);

CREATE INDEX message_parts_of_message ON public.message_parts USING btree (message_id) WHERE (message_id IS NOT NULL);

CREATE INDEX message_parts_unknown ON public.message_parts USING btree (at) WHERE (message_id IS NULL);

CREATE INDEX messages_claimed ON public.messages USING btree (claimed_at) WHERE (status = ANY (ARRAY['claimed'::text, 'sending'::text]));

CREATE INDEX messages_due ON public.messages USING btree (channel, next_at, id) WHERE ((status = 'queued'::text) AND (campaign_id IS NULL));

CREATE INDEX messages_failed ON public.messages USING btree (settled_at) WHERE (status = 'failed'::text);

CREATE INDEX messages_of_campaign ON public.messages USING btree (campaign_id, status, id) WHERE (campaign_id IS NOT NULL);

CREATE INDEX messages_of_customer ON public.messages USING btree (customer_id, id);

CREATE INDEX messages_of_invoice ON public.messages USING btree ((((attachment ->> 'invoice'::text))::bigint)) WHERE ((attachment ->> 'invoice'::text) IS NOT NULL);

CREATE UNIQUE INDEX messages_once_for_event ON public.messages USING btree (type, event, channel) WHERE (event IS NOT NULL);

CREATE UNIQUE INDEX messages_once_in_campaign ON public.messages USING btree (campaign_id, recipient) WHERE ((campaign_id IS NOT NULL) AND (event IS NULL));

CREATE INDEX messages_sent ON public.messages USING btree (channel, sent_at) WHERE (sent_at IS NOT NULL);

CREATE INDEX messages_unknown ON public.messages USING btree (id) WHERE ((status = 'unknown'::text) AND (campaign_id IS NULL));

CREATE INDEX network_alarms_node ON public.network_alarms USING btree (node_id, raised_at);

CREATE UNIQUE INDEX network_alarms_open ON public.network_alarms USING btree (node_id, kind) WHERE (ended_at IS NULL);

CREATE INDEX network_alarms_raised ON public.network_alarms USING btree (raised_at);

CREATE INDEX network_nodes_children ON public.network_nodes USING btree (parent_id);

CREATE INDEX network_nodes_location ON public.network_nodes USING btree (location);

CREATE INDEX network_rollups_start ON public.network_rollups USING btree (span, start);

CREATE INDEX network_samples_at ON public.network_samples USING btree (at);

CREATE INDEX old_passwords_user ON public.old_passwords USING btree (user_id, id);

CREATE INDEX outbox_fact ON public.outbox USING btree (fact, id);

CREATE INDEX payment_allocations_invoice ON public.payment_allocations USING btree (invoice_id);

CREATE INDEX payment_events_address ON public.payment_events USING btree (address, at) WHERE (kind = 'callback'::text);

CREATE INDEX payment_events_intent ON public.payment_events USING btree (intent_id, id);

CREATE INDEX payment_events_unknown ON public.payment_events USING btree (at) WHERE (intent_id IS NULL);

CREATE INDEX payment_intent_invoices_invoice ON public.payment_intent_invoices USING btree (invoice_id);

CREATE INDEX payment_intents_address ON public.payment_intents USING btree (address, created_at) WHERE (address <> ''::text);

CREATE INDEX payment_intents_created ON public.payment_intents USING btree (created_at, id);

CREATE INDEX payment_intents_customer_index ON public.payment_intents USING btree (customer_id, id) WHERE (customer_id IS NOT NULL);

CREATE INDEX payment_intents_due ON public.payment_intents USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);

CREATE INDEX payment_intents_phone ON public.payment_intents USING btree (phone, id);

CREATE INDEX payment_intents_status ON public.payment_intents USING btree (status, id);

CREATE INDEX payments_clerk ON public.payments USING btree (created_by, payment_date, id);

CREATE INDEX payments_credit ON public.payments USING btree (customer_id, id) WHERE ((unallocated_cents)::bigint > 0);

CREATE INDEX payments_credited_invoice_index ON public.payments USING btree (credited_invoice_id) WHERE (credited_invoice_id IS NOT NULL);

CREATE INDEX payments_customer_index ON public.payments USING btree (customer_id, id);

CREATE INDEX payments_date ON public.payments USING btree (payment_date, id);

CREATE UNIQUE INDEX payments_one_opening ON public.payments USING btree (customer_id) WHERE ((kind = 'opening'::text) AND (status <> 'reversed'::text));

CREATE INDEX payments_reference ON public.payments USING gin (lower((reference COLLATE "default")) public.gin_trgm_ops) WHERE (reference <> ''::text);

CREATE INDEX payments_same_reference ON public.payments USING btree (account, lower(replace(reference, ' '::text, ''::text))) WHERE ((reference <> ''::text) AND (status = 'recorded'::text));

CREATE INDEX payroll_batches_month ON public.payroll_batches USING btree (month, id);

CREATE UNIQUE INDEX payroll_payment_lines_once ON public.payroll_payment_lines USING btree (payroll_id) WHERE (NOT is_reversed);

CREATE INDEX payroll_payments_date ON public.payroll_payments USING btree (payment_date, id);

CREATE INDEX payroll_remittances_month ON public.payroll_remittances USING btree (month, kind, id);

CREATE INDEX payrolls_batch ON public.payrolls USING btree (batch_id, id) WHERE (batch_id IS NOT NULL);

CREATE INDEX payrolls_employee ON public.payrolls USING btree (employee_id, end_date, id);

CREATE INDEX payrolls_end ON public.payrolls USING btree (end_date, id);

CREATE INDEX payrolls_open ON public.payrolls USING btree (status, id) WHERE (status = ANY (ARRAY['processed'::text, 'approved'::text]));

CREATE INDEX payrolls_search ON public.payrolls USING gin (search_text public.gin_trgm_ops);

CREATE INDEX purchase_order_lines_equipment ON public.purchase_order_lines USING btree (equipment_id) WHERE (equipment_id IS NOT NULL);

CREATE INDEX purchase_orders_date ON public.purchase_orders USING btree (order_date, id);

CREATE UNIQUE INDEX purchase_orders_of_requisition ON public.purchase_orders USING btree (requisition_id) WHERE ((requisition_id IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'approved'::text, 'received'::text])));

CREATE INDEX purchase_orders_requisition ON public.purchase_orders USING btree (requisition_id) WHERE (requisition_id IS NOT NULL);

CREATE INDEX purchase_orders_search ON public.purchase_orders USING gin (search_text public.gin_trgm_ops);

CREATE INDEX purchase_orders_status ON public.purchase_orders USING btree (status, id);

CREATE INDEX purchase_orders_supplier ON public.purchase_orders USING btree (supplier_id, id);

CREATE INDEX radius_closed_sessions_account ON public.radius_closed_sessions USING btree (account_id, ended_at);

CREATE INDEX radius_closed_sessions_ended ON public.radius_closed_sessions USING btree (ended_at);

CREATE INDEX radius_closed_sessions_ip ON public.radius_closed_sessions USING btree (ip, ended_at) WHERE (ip IS NOT NULL);

CREATE INDEX radius_closed_sessions_router ON public.radius_closed_sessions USING btree (router_id, session_id);

CREATE INDEX radius_endings_due ON public.radius_endings USING btree (next_at);

CREATE INDEX radius_endings_router ON public.radius_endings USING btree (router_id);

CREATE INDEX radius_months_month ON public.radius_months USING btree (month);

CREATE INDEX radius_orders_due ON public.radius_orders USING btree (next_at);

CREATE INDEX radius_orders_router ON public.radius_orders USING btree (router_id);

CREATE INDEX radius_refusals_account ON public.radius_refusals USING btree (account_id, last_at) WHERE (account_id IS NOT NULL);

CREATE INDEX radius_refusals_device ON public.radius_refusals USING btree (router_id, device, last_at);

CREATE UNIQUE INDEX radius_refusals_key ON public.radius_refusals USING btree (hour, router_id, COALESCE(account_id, (0)::bigint), username, device, reason);

CREATE INDEX radius_refusals_last ON public.radius_refusals USING btree (last_at, id);

CREATE INDEX radius_sessions_account ON public.radius_sessions USING btree (account_id);

CREATE INDEX radius_sessions_ip ON public.radius_sessions USING btree (ip) WHERE (ip IS NOT NULL);

CREATE INDEX radius_sessions_router ON public.radius_sessions USING btree (router_id, session_id);

CREATE INDEX radius_usage_day ON public.radius_usage USING btree (day);

CREATE INDEX refund_parts_payment ON public.refund_parts USING btree (payment_id);

CREATE INDEX refunds_customer_index ON public.refunds USING btree (customer_id, id);

CREATE INDEX refunds_date ON public.refunds USING btree (refund_date, id);

CREATE INDEX refunds_same_reference ON public.refunds USING btree (account, lower(replace(reference, ' '::text, ''::text))) WHERE (reference <> ''::text);

CREATE INDEX report_deliveries_of_schedule ON public.report_deliveries USING btree (schedule_id, id);

CREATE UNIQUE INDEX report_deliveries_once ON public.report_deliveries USING btree (schedule_id, start_date, end_date) WHERE (sent_by IS NULL);

CREATE INDEX requisition_lines_equipment ON public.requisition_lines USING btree (equipment_id) WHERE (equipment_id IS NOT NULL);

CREATE INDEX requisitions_search ON public.requisitions USING gin (search_text public.gin_trgm_ops);

CREATE INDEX requisitions_status ON public.requisitions USING btree (status, id);

CREATE INDEX reversed_allocations_of_invoice ON public.reversed_allocations USING btree (invoice_id);

CREATE INDEX sales_order_lines_equipment ON public.sales_order_lines USING btree (equipment_id);

CREATE INDEX sales_orders_customer_index ON public.sales_orders USING btree (customer_id, id);

CREATE INDEX sales_orders_date ON public.sales_orders USING btree (order_date, id);

CREATE INDEX sales_orders_search ON public.sales_orders USING gin (search_text public.gin_trgm_ops);

CREATE INDEX sales_orders_status ON public.sales_orders USING btree (status, id);

CREATE INDEX sales_return_lines_order ON public.sales_return_lines USING btree (order_id, order_line);

CREATE INDEX sales_returns_order ON public.sales_returns USING btree (order_id, id);

CREATE UNIQUE INDEX second_factors_one_app ON public.second_factors USING btree (user_id, ((confirmed_at IS NULL))) WHERE (kind = 'totp'::text);

CREATE INDEX second_factors_user ON public.second_factors USING btree (user_id);

CREATE INDEX sessions_device ON public.sessions USING btree (device_id) WHERE (device_id IS NOT NULL);

CREATE INDEX sessions_last_activity ON public.sessions USING btree (last_activity_at);

CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

CREATE INDEX sign_in_addresses_user ON public.sign_in_addresses USING btree (user_id);

CREATE INDEX stock_adjustments_of_equipment ON public.stock_adjustments USING btree (equipment_id);

CREATE INDEX stock_count_lines_of_equipment ON public.stock_count_lines USING btree (equipment_id);

CREATE INDEX stock_moves_date ON public.stock_moves USING btree (move_date, id);

CREATE INDEX stock_moves_of_equipment ON public.stock_moves USING btree (equipment_id, id);

CREATE INDEX supplier_allocations_bill ON public.supplier_allocations USING btree (bill_id);

CREATE INDEX supplier_allocations_payment ON public.supplier_allocations USING btree (payment_id);

CREATE INDEX supplier_bill_lines_order ON public.supplier_bill_lines USING btree (order_id, order_line);

CREATE INDEX supplier_bills_date ON public.supplier_bills USING btree (bill_date, id);

CREATE INDEX supplier_bills_due ON public.supplier_bills USING btree (due_date, id) WHERE ((status = 'posted'::text) AND ((settled_amount_cents)::bigint < (total_amount_cents)::bigint));

CREATE UNIQUE INDEX supplier_bills_once ON public.supplier_bills USING btree (supplier_id, supplier_number_key) WHERE (status = ANY (ARRAY['held'::text, 'posted'::text]));

CREATE INDEX supplier_bills_search ON public.supplier_bills USING gin (search_text public.gin_trgm_ops);

CREATE INDEX supplier_bills_supplier ON public.supplier_bills USING btree (supplier_id, id);

CREATE INDEX supplier_payments_advance ON public.supplier_payments USING btree (supplier_id, id) WHERE (((advance_cents)::bigint > 0) AND (reversed_on IS NULL));

CREATE INDEX supplier_payments_date ON public.supplier_payments USING btree (payment_date, id);

CREATE INDEX supplier_payments_same_reference ON public.supplier_payments USING btree (account, lower(replace(reference, ' '::text, ''::text))) WHERE ((reference <> ''::text) AND (reversed_on IS NULL));

CREATE INDEX supplier_payments_search ON public.supplier_payments USING gin (search_text public.gin_trgm_ops);

CREATE INDEX supplier_payments_supplier ON public.supplier_payments USING btree (supplier_id, id);

CREATE INDEX suppliers_search ON public.suppliers USING gin (search_text public.gin_trgm_ops);

CREATE INDEX ticket_comments_of_ticket ON public.ticket_comments USING btree (ticket_id, id);

CREATE INDEX tickets_assigned_to ON public.tickets USING btree (assigned_to, id) WHERE (status = ANY (ARRAY['open'::text, 'assigned'::text, 'in_progress'::text]));

CREATE INDEX tickets_created ON public.tickets USING btree (created_at, id);

CREATE INDEX tickets_merged_into ON public.tickets USING btree (merged_into_id) WHERE (merged_into_id IS NOT NULL);

CREATE INDEX tickets_of_customer ON public.tickets USING btree (customer_id, id);

CREATE INDEX tickets_of_node ON public.tickets USING btree (node_id, id);

CREATE INDEX tickets_of_outage ON public.tickets USING btree (outage_id) WHERE (outage_id IS NOT NULL);

CREATE INDEX tickets_resolved ON public.tickets USING btree (resolved_at) WHERE (resolved_at IS NOT NULL);

CREATE INDEX tickets_search ON public.tickets USING gin (search_text public.gin_trgm_ops);

CREATE INDEX tickets_unresolved ON public.tickets USING btree (id) WHERE (status = ANY (ARRAY['open'::text, 'assigned'::text, 'in_progress'::text]));

CREATE INDEX tickets_visits ON public.tickets USING btree (visit_date) WHERE (visit_date IS NOT NULL);

CREATE UNIQUE INDEX tills_open ON public.tills USING btree (user_id) WHERE (status = 'open'::text);

CREATE INDEX tills_unaccepted ON public.tills USING btree (opened_at) WHERE (status <> 'accepted'::text);

CREATE INDEX tills_user ON public.tills USING btree (user_id, id);

CREATE INDEX user_devices_first ON public.user_devices USING btree (first_at);

CREATE UNIQUE INDEX users_full_name_active ON public.users USING btree (name_key) WHERE is_active;

CREATE INDEX users_search ON public.users USING gin (search_text public.gin_trgm_ops);

CREATE INDEX voucher_attempts_address ON public.voucher_attempts USING btree (address, at);

CREATE INDEX voucher_batches_bundle_index ON public.voucher_batches USING btree (bundle_id, id);

CREATE INDEX voucher_batches_date ON public.voucher_batches USING btree (sold_on, id);

CREATE INDEX voucher_batches_search ON public.voucher_batches USING gin (search_text public.gin_trgm_ops);

CREATE INDEX voucher_batches_seller ON public.voucher_batches USING btree (sold_by_id, id);

CREATE INDEX voucher_voids_batch ON public.voucher_voids USING btree (batch_id, id);

CREATE INDEX vouchers_active ON public.vouchers USING btree (expires_at) WHERE (status = 'activated'::text);

CREATE INDEX vouchers_status_index ON public.vouchers USING btree (status, id);

CREATE INDEX vouchers_unused ON public.vouchers USING btree (batch_id) WHERE (status = 'unused'::text);

CREATE INDEX vouchers_void ON public.vouchers USING btree (void_id) WHERE (void_id IS NOT NULL);

CREATE INDEX wifi_sessions_date ON public.wifi_sessions USING btree (sold_on, id);

CREATE INDEX wifi_sessions_expiry ON public.wifi_sessions USING btree (expires_at);

CREATE INDEX wifi_sessions_phone ON public.wifi_sessions USING btree (phone, id);

CREATE TRIGGER access_accounts_deleted BEFORE DELETE ON public.access_accounts FOR EACH ROW EXECUTE FUNCTION public.access_accounts_deleted();

CREATE TRIGGER access_accounts_secret_key AFTER INSERT OR UPDATE OF password_encrypted ON public.access_accounts FOR EACH ROW WHEN ((new.password_encrypted IS NOT NULL)) EXECUTE FUNCTION public.access_accounts_secret_key();

CREATE TRIGGER access_customers_changed AFTER UPDATE ON public.customers REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.access_customers_changed();

CREATE TRIGGER account_months_guard BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.account_months FOR EACH STATEMENT EXECUTE FUNCTION public.account_months_check();

CREATE TRIGGER accounting_months_evidence BEFORE UPDATE OF month ON public.accounting_months FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER accounting_months_kept BEFORE DELETE OR TRUNCATE ON public.accounting_months FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER accounts_in_use BEFORE DELETE OR UPDATE ON public.accounts FOR EACH ROW EXECUTE FUNCTION public.accounts_check();

CREATE TRIGGER accounts_no_truncate BEFORE TRUNCATE ON public.accounts FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER advance_movements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.advance_movements FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER approvals_evidence BEFORE DELETE OR UPDATE OF id, kind, entity, entity_id, record, summary, amount_cents, requested_by, requested_by_id, reason, requested_at, expires_at, facts, for_user_id OR TRUNCATE ON public.approvals FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER approvals_final BEFORE UPDATE OF payload ON public.approvals FOR EACH ROW WHEN ((((old.status <> 'waiting'::text) OR (new.status = 'waiting'::text) OR (new.payload IS DISTINCT FROM (old.payload #- '{asked,passwordHash}'::text[]))) AND (new.payload IS DISTINCT FROM old.payload))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER approvals_once BEFORE UPDATE OF decided_by, decided_by_id, decided_at, decision_reason, is_sole ON public.approvals FOR EACH ROW WHEN ((((old.decided_by <> ''::text) AND (new.decided_by IS DISTINCT FROM old.decided_by)) OR ((old.decided_by_id IS NOT NULL) AND (new.decided_by_id IS DISTINCT FROM old.decided_by_id)) OR ((old.decided_at IS NOT NULL) AND (new.decided_at IS DISTINCT FROM old.decided_at)) OR ((old.decision_reason <> ''::text) AND (new.decision_reason IS DISTINCT FROM old.decision_reason)) OR (old.is_sole AND (new.is_sole IS DISTINCT FROM old.is_sole)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER assistant_messages_evidence BEFORE DELETE OR TRUNCATE ON public.assistant_messages FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER assistant_messages_kept BEFORE UPDATE ON public.assistant_messages FOR EACH STATEMENT EXECUTE FUNCTION public.assistant_messages_kept();

CREATE TRIGGER assistant_trainings_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.assistant_trainings FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER attachments_evidence BEFORE UPDATE OR TRUNCATE ON public.attachments FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER bandwidth_purchases_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bandwidth_purchases FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER billing_runs_evidence BEFORE DELETE OR UPDATE OF id, month, started_at, actor_name, rate_cents OR TRUNCATE ON public.billing_runs FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER cash_months_guard BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.cash_months FOR EACH STATEMENT EXECUTE FUNCTION public.cash_months_check();

CREATE TRIGGER cash_movements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.cash_movements FOR EACH STATEMENT EXECUTE FUNCTION public.cash_movements_refuse();

CREATE TRIGGER cash_movements_applied AFTER INSERT ON public.cash_movements REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.cash_movements_apply();

CREATE TRIGGER cash_movements_open BEFORE INSERT ON public.cash_movements FOR EACH ROW EXECUTE FUNCTION public.cash_movements_open();

CREATE TRIGGER currency_rates_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.currency_rates FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER customer_counts_kept BEFORE INSERT OR DELETE OR UPDATE ON public.customer_counts FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER customer_status_changes_append_only BEFORE DELETE OR UPDATE ON public.customer_status_changes FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER customer_status_changes_evidence BEFORE TRUNCATE ON public.customer_status_changes FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER customers_counted_added AFTER INSERT ON public.customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.customers_counted();

CREATE TRIGGER customers_counted_changed AFTER UPDATE ON public.customers REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.customers_counted();

CREATE TRIGGER customers_counted_removed AFTER DELETE ON public.customers REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.customers_counted();

CREATE TRIGGER customers_in_ledger AFTER DELETE ON public.customers FOR EACH ROW EXECUTE FUNCTION public.customers_in_ledger_check();

CREATE CONSTRAINT TRIGGER customers_status_recorded AFTER UPDATE OF status ON public.customers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.customer_status_recorded_check();

CREATE TRIGGER employee_advances_evidence BEFORE DELETE OR UPDATE OF id, advance_number, employee_id, advance_date, amount_cents, instalment_cents, first_month, account, money_account, currency, paid_amount_cents, rate_cents, reason, reference, created_at, created_by OR TRUNCATE ON public.employee_advances FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER employee_advances_once BEFORE UPDATE OF reversed_on, reversed_at, reversed_by, reversal_reason ON public.employee_advances FOR EACH ROW WHEN ((((old.reversed_on IS NOT NULL) AND (new.reversed_on IS DISTINCT FROM old.reversed_on)) OR ((old.reversed_at IS NOT NULL) AND (new.reversed_at IS DISTINCT FROM old.reversed_at)) OR ((old.reversed_by <> ''::text) AND (new.reversed_by IS DISTINCT FROM old.reversed_by)) OR ((old.reversal_reason <> ''::text) AND (new.reversal_reason IS DISTINCT FROM old.reversal_reason)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER equipment_loans_evidence BEFORE UPDATE OF id, loan_number, equipment_id, unit_id, description, serial, mac_address, quantity, customer_id, issued_on, issued_by, value_cents, created_at ON public.equipment_loans FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER equipment_loans_guard BEFORE DELETE OR UPDATE ON public.equipment_loans FOR EACH ROW EXECUTE FUNCTION public.equipment_loans_check();

CREATE TRIGGER equipment_loans_kept BEFORE TRUNCATE ON public.equipment_loans FOR EACH STATEMENT EXECUTE FUNCTION public.equipment_loans_check();

CREATE TRIGGER expense_payments_evidence BEFORE DELETE OR UPDATE OF id, expense_id, payment_date, account, currency, amount_cents, ssp_cents, rate_cents, settled_cents, settled_ssp_cents, credit_account, reference, created_at, created_by OR TRUNCATE ON public.expense_payments FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER expense_payments_once BEFORE UPDATE OF reversed_on, reversed_at, reversed_by, reversal_reason ON public.expense_payments FOR EACH ROW WHEN ((((old.reversed_on IS NOT NULL) AND (new.reversed_on IS DISTINCT FROM old.reversed_on)) OR ((old.reversed_at IS NOT NULL) AND (new.reversed_at IS DISTINCT FROM old.reversed_at)) OR ((old.reversed_by <> ''::text) AND (new.reversed_by IS DISTINCT FROM old.reversed_by)) OR ((old.reversal_reason <> ''::text) AND (new.reversal_reason IS DISTINCT FROM old.reversal_reason)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER expenses_evidence BEFORE DELETE OR UPDATE OF id, transaction_id, template_id, template_month, created_at, created_by OR TRUNCATE ON public.expenses FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER expenses_final BEFORE UPDATE OF currency, amount_cents, ssp_cents, rate_cents, account, debit_account, credit_account ON public.expenses FOR EACH ROW WHEN (((new.revision = old.revision) AND ((new.currency IS DISTINCT FROM old.currency) OR ((new.amount_cents)::bigint IS DISTINCT FROM (old.amount_cents)::bigint) OR ((new.ssp_cents)::bigint IS DISTINCT FROM (old.ssp_cents)::bigint) OR ((new.rate_cents)::bigint IS DISTINCT FROM (old.rate_cents)::bigint) OR (new.account IS DISTINCT FROM old.account) OR (new.debit_account IS DISTINCT FROM old.debit_account) OR (new.credit_account IS DISTINCT FROM old.credit_account)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER expenses_once BEFORE UPDATE OF deleted_at, deleted_by ON public.expenses FOR EACH ROW WHEN ((((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at)) OR ((old.deleted_by <> ''::text) AND (new.deleted_by IS DISTINCT FROM old.deleted_by)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER factor_attempts_evidence BEFORE UPDATE OR TRUNCATE ON public.factor_attempts FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER goods_receipt_lines_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.goods_receipt_lines FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER goods_receipts_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.goods_receipts FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER hr_rates_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.hr_rates FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER idempotency_keys_evidence BEFORE UPDATE OF actor, operation, key, body_hash, created_at OR TRUNCATE ON public.idempotency_keys FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER idempotency_keys_once BEFORE UPDATE OF response ON public.idempotency_keys FOR EACH ROW WHEN (((old.response IS NOT NULL) AND (new.response IS DISTINCT FROM old.response))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER import_batches_evidence BEFORE DELETE OR UPDATE OF run_id, number, created, changes, change_count, refused, notes, differences, difference_count, touched OR TRUNCATE ON public.import_batches FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER import_files_evidence BEFORE DELETE OR UPDATE OF id, filename, bytes, sha256, uploaded_at, actor_key, actor_name, detected_type OR TRUNCATE ON public.import_files FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER invoice_counts_kept BEFORE INSERT OR DELETE OR UPDATE ON public.invoice_counts FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER invoice_disputes_append_only BEFORE DELETE ON public.invoice_disputes FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER invoice_disputes_evidence BEFORE TRUNCATE ON public.invoice_disputes FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER invoice_disputes_kept BEFORE UPDATE ON public.invoice_disputes FOR EACH ROW EXECUTE FUNCTION public.invoice_dispute_kept();

CREATE TRIGGER invoice_disputes_shown AFTER INSERT OR UPDATE ON public.invoice_disputes FOR EACH ROW EXECUTE FUNCTION public.invoice_dispute_shown();

CREATE TRIGGER invoice_emails_evidence BEFORE DELETE OR UPDATE OF id, invoice_id, recipient, requested_at, sender, sent_by OR TRUNCATE ON public.invoice_emails FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER invoice_lines_evidence BEFORE UPDATE OR TRUNCATE ON public.invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER invoices_counted_added AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.invoices_counted();

CREATE TRIGGER invoices_counted_changed AFTER UPDATE OF billing_month ON public.invoices FOR EACH ROW WHEN ((old.billing_month IS DISTINCT FROM new.billing_month)) EXECUTE FUNCTION public.invoice_month_counted();

CREATE TRIGGER invoices_counted_removed AFTER DELETE ON public.invoices REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.invoices_counted();

CREATE TRIGGER invoices_evidence BEFORE DELETE OR UPDATE OF id, kind, billing_month, run_id, bill_date, rate_cents, created_at, created_by OR TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER invoices_final BEFORE UPDATE OF customer_id, amount_cents, ssp_cents, package_name, invoice_number, receivable_account ON public.invoices FOR EACH ROW WHEN (((new.posting_revision = old.posting_revision) AND (NOT (new.undone_run_id IS DISTINCT FROM old.undone_run_id)) AND ((new.customer_id IS DISTINCT FROM old.customer_id) OR ((new.amount_cents)::bigint IS DISTINCT FROM (old.amount_cents)::bigint) OR ((new.ssp_cents)::bigint IS DISTINCT FROM (old.ssp_cents)::bigint) OR (new.package_name IS DISTINCT FROM old.package_name) OR (new.invoice_number IS DISTINCT FROM old.invoice_number) OR (new.receivable_account IS DISTINCT FROM old.receivable_account)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER invoices_once BEFORE UPDATE OF undone_run_id ON public.invoices FOR EACH ROW WHEN (((old.undone_run_id IS NOT NULL) AND (new.undone_run_id IS DISTINCT FROM old.undone_run_id))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER journal_entries_added AFTER INSERT ON public.journal_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.journal_entries_check();

CREATE TRIGGER journal_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.journal_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER journal_entries_by_day AFTER INSERT ON public.journal_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.journal_entries_by_day();

CREATE TRIGGER journal_entries_opening AFTER INSERT ON public.journal_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.journal_entries_opening_check();

CREATE TRIGGER journal_entries_opening_cash AFTER INSERT ON public.journal_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.journal_entries_opening_cash();

CREATE TRIGGER journal_lines_added AFTER INSERT ON public.journal_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.journal_lines_check();

CREATE TRIGGER journal_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.journal_lines FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER journal_template_months_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.journal_template_months FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER login_attempts_evidence BEFORE UPDATE OR TRUNCATE ON public.login_attempts FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER network_alarms_evidence BEFORE DELETE OR UPDATE OF id, node_id, kind, began_at, raised_at, value, threshold OR TRUNCATE ON public.network_alarms FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER network_alarms_once BEFORE UPDATE OF ended_at, end_reason ON public.network_alarms FOR EACH ROW WHEN ((((old.ended_at IS NOT NULL) AND (new.ended_at IS DISTINCT FROM old.ended_at)) OR ((old.end_reason <> ''::text) AND (new.end_reason IS DISTINCT FROM old.end_reason)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER network_nodes_secret_key AFTER INSERT OR UPDATE OF snmp_secret ON public.network_nodes FOR EACH ROW EXECUTE FUNCTION public.network_nodes_secret_key();

CREATE TRIGGER old_passwords_evidence BEFORE UPDATE OR TRUNCATE ON public.old_passwords FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER outbox_deliveries_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.outbox_deliveries FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER outbox_evidence BEFORE UPDATE OR TRUNCATE ON public.outbox FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payment_allocations_evidence BEFORE UPDATE OF payment_id, invoice_id OR TRUNCATE ON public.payment_allocations FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payment_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payment_events FOR EACH STATEMENT EXECUTE FUNCTION public.payments_kept();

CREATE TRIGGER payment_intent_invoices_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payment_intent_invoices FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payment_intents_evidence BEFORE UPDATE OF id, reference, purpose, visitor_hash, package_id, customer_id, provider, driver, phone, currency, amount_cents, usd_cents, rate_cents, created_at, created_by, created_by_id, address, hotspot_id ON public.payment_intents FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payment_intents_guarded BEFORE UPDATE ON public.payment_intents FOR EACH ROW EXECUTE FUNCTION public.payment_intents_guard();

CREATE TRIGGER payment_intents_kept BEFORE DELETE OR TRUNCATE ON public.payment_intents FOR EACH STATEMENT EXECUTE FUNCTION public.payments_kept();

CREATE TRIGGER payment_refunds_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payment_refunds FOR EACH STATEMENT EXECUTE FUNCTION public.payments_kept();

CREATE TRIGGER payments_evidence BEFORE DELETE OR UPDATE OF id, customer_id, kind, payment_date, account, currency, amount_cents, ssp_cents, rate_cents, reference, notes, created_at, created_by, money_account, credited_invoice_id OR TRUNCATE ON public.payments FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payments_final BEFORE UPDATE OF receipt_number ON public.payments FOR EACH ROW WHEN (((NOT (new.undone_run_id IS DISTINCT FROM old.undone_run_id)) AND (new.receipt_number IS DISTINCT FROM old.receipt_number))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payments_once BEFORE UPDATE OF reversed_date, reversed_at, reversed_by, reversal_reason, undone_run_id ON public.payments FOR EACH ROW WHEN ((((old.reversed_date IS NOT NULL) AND (new.reversed_date IS DISTINCT FROM old.reversed_date)) OR ((old.reversed_at IS NOT NULL) AND (new.reversed_at IS DISTINCT FROM old.reversed_at)) OR ((old.reversed_by <> ''::text) AND (new.reversed_by IS DISTINCT FROM old.reversed_by)) OR ((old.reversal_reason <> ''::text) AND (new.reversal_reason IS DISTINCT FROM old.reversal_reason)) OR ((old.undone_run_id IS NOT NULL) AND (new.undone_run_id IS DISTINCT FROM old.undone_run_id)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payroll_batches_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payroll_batches FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payroll_payment_lines_evidence BEFORE DELETE OR UPDATE OF payment_id, payroll_id, amount_cents, paid_amount_cents OR TRUNCATE ON public.payroll_payment_lines FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payroll_payment_lines_once BEFORE UPDATE OF is_reversed ON public.payroll_payment_lines FOR EACH ROW WHEN ((old.is_reversed AND (new.is_reversed IS DISTINCT FROM old.is_reversed))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payroll_payments_evidence BEFORE DELETE OR UPDATE OF id, payment_number, payment_date, account, money_account, currency, rate_cents, amount_cents, paid_amount_cents, payrolls, reference, notes, created_at, created_by OR TRUNCATE ON public.payroll_payments FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payroll_payments_once BEFORE UPDATE OF reversed_on, reversed_at, reversed_by, reversal_reason ON public.payroll_payments FOR EACH ROW WHEN ((((old.reversed_on IS NOT NULL) AND (new.reversed_on IS DISTINCT FROM old.reversed_on)) OR ((old.reversed_at IS NOT NULL) AND (new.reversed_at IS DISTINCT FROM old.reversed_at)) OR ((old.reversed_by <> ''::text) AND (new.reversed_by IS DISTINCT FROM old.reversed_by)) OR ((old.reversal_reason <> ''::text) AND (new.reversal_reason IS DISTINCT FROM old.reversal_reason)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payroll_remittances_evidence BEFORE DELETE OR UPDATE OF id, remittance_number, kind, month, payment_date, account, money_account, currency, rate_cents, amount_cents, paid_amount_cents, reference, notes, created_at, created_by, settled_cents OR TRUNCATE ON public.payroll_remittances FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payroll_remittances_once BEFORE UPDATE OF reversed_on, reversed_at, reversed_by, reversal_reason ON public.payroll_remittances FOR EACH ROW WHEN ((((old.reversed_on IS NOT NULL) AND (new.reversed_on IS DISTINCT FROM old.reversed_on)) OR ((old.reversed_at IS NOT NULL) AND (new.reversed_at IS DISTINCT FROM old.reversed_at)) OR ((old.reversed_by <> ''::text) AND (new.reversed_by IS DISTINCT FROM old.reversed_by)) OR ((old.reversal_reason <> ''::text) AND (new.reversal_reason IS DISTINCT FROM old.reversal_reason)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payrolls_evidence BEFORE DELETE OR UPDATE OF id, payroll_number, employee_id, batch_id, start_date, end_date, processed_at, processed_by, processed_by_id OR TRUNCATE ON public.payrolls FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payrolls_final BEFORE UPDATE OF base_cents, overtime_cents, bonus_cents, gross_cents, tax_cents, social_cents, employer_social_cents, advance_cents, other_cents, net_cents, is_tax_typed, is_social_typed, overtime_hundredths, hr_rate_id, rate_cents ON public.payrolls FOR EACH ROW WHEN (((old.posted_on IS NOT NULL) AND (((new.base_cents)::bigint IS DISTINCT FROM (old.base_cents)::bigint) OR ((new.overtime_cents)::bigint IS DISTINCT FROM (old.overtime_cents)::bigint) OR ((new.bonus_cents)::bigint IS DISTINCT FROM (old.bonus_cents)::bigint) OR ((new.gross_cents)::bigint IS DISTINCT FROM (old.gross_cents)::bigint) OR ((new.tax_cents)::bigint IS DISTINCT FROM (old.tax_cents)::bigint) OR ((new.social_cents)::bigint IS DISTINCT FROM (old.social_cents)::bigint) OR ((new.employer_social_cents)::bigint IS DISTINCT FROM (old.employer_social_cents)::bigint) OR ((new.advance_cents)::bigint IS DISTINCT FROM (old.advance_cents)::bigint) OR ((new.other_cents)::bigint IS DISTINCT FROM (old.other_cents)::bigint) OR ((new.net_cents)::bigint IS DISTINCT FROM (old.net_cents)::bigint) OR (new.is_tax_typed IS DISTINCT FROM old.is_tax_typed) OR (new.is_social_typed IS DISTINCT FROM old.is_social_typed) OR (new.overtime_hundredths IS DISTINCT FROM old.overtime_hundredths) OR (new.hr_rate_id IS DISTINCT FROM old.hr_rate_id) OR ((new.rate_cents)::bigint IS DISTINCT FROM (old.rate_cents)::bigint)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER payrolls_once BEFORE UPDATE OF posted_on, approved_by, approved_by_id, approved_at, is_sole, reversed_on, reversed_at, reversed_by, reversal_reason ON public.payrolls FOR EACH ROW WHEN ((((old.posted_on IS NOT NULL) AND (new.posted_on IS DISTINCT FROM old.posted_on)) OR ((old.approved_by <> ''::text) AND (new.approved_by IS DISTINCT FROM old.approved_by)) OR ((old.approved_by_id IS NOT NULL) AND (new.approved_by_id IS DISTINCT FROM old.approved_by_id)) OR ((old.approved_at IS NOT NULL) AND (new.approved_at IS DISTINCT FROM old.approved_at)) OR (old.is_sole AND (new.is_sole IS DISTINCT FROM old.is_sole)) OR ((old.reversed_on IS NOT NULL) AND (new.reversed_on IS DISTINCT FROM old.reversed_on)) OR ((old.reversed_at IS NOT NULL) AND (new.reversed_at IS DISTINCT FROM old.reversed_at)) OR ((old.reversed_by <> ''::text) AND (new.reversed_by IS DISTINCT FROM old.reversed_by)) OR ((old.reversal_reason <> ''::text) AND (new.reversal_reason IS DISTINCT FROM old.reversal_reason)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER radius_routers_secret_key AFTER INSERT OR UPDATE OF secret_encrypted ON public.radius_routers FOR EACH ROW EXECUTE FUNCTION public.radius_routers_secret_key();

CREATE TRIGGER recovery_codes_evidence BEFORE UPDATE OF user_id, code_hash, made_at OR TRUNCATE ON public.recovery_codes FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER recovery_codes_once BEFORE UPDATE OF used_at ON public.recovery_codes FOR EACH ROW WHEN (((old.used_at IS NOT NULL) AND (new.used_at IS DISTINCT FROM old.used_at))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER refund_parts_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.refund_parts FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER refunds_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.refunds FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER report_deliveries_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.report_deliveries FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER revenue_days_kept BEFORE INSERT OR DELETE OR UPDATE ON public.revenue_days FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER reversed_allocations_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reversed_allocations FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER sales_order_lines_evidence BEFORE UPDATE OF order_id, line_no, equipment_id, description, list_price_cents, quantity, unit_price_cents, total_cents OR TRUNCATE ON public.sales_order_lines FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER sales_order_lines_once BEFORE UPDATE OF cost_cents, serials ON public.sales_order_lines FOR EACH ROW WHEN (((((old.cost_cents)::bigint <> 0) AND ((new.cost_cents)::bigint IS DISTINCT FROM (old.cost_cents)::bigint)) OR ((old.serials <> '{}'::text[]) AND (new.serials IS DISTINCT FROM old.serials)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER sales_order_lines_removed BEFORE DELETE ON public.sales_order_lines FOR EACH ROW WHEN ((((old.cost_cents)::bigint <> 0) OR (old.serials <> '{}'::text[]))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER sales_orders_evidence BEFORE DELETE OR UPDATE OF id, order_number, is_counter_sale, created_at, created_by OR TRUNCATE ON public.sales_orders FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER sales_orders_once BEFORE UPDATE OF invoice_id, delivered_on, delivered_by, received_by ON public.sales_orders FOR EACH ROW WHEN ((((old.invoice_id IS NOT NULL) AND (new.invoice_id IS DISTINCT FROM old.invoice_id)) OR ((old.delivered_on IS NOT NULL) AND (new.delivered_on IS DISTINCT FROM old.delivered_on)) OR ((old.delivered_by <> ''::text) AND (new.delivered_by IS DISTINCT FROM old.delivered_by)) OR ((old.received_by <> ''::text) AND (new.received_by IS DISTINCT FROM old.received_by)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER sales_return_lines_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.sales_return_lines FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER sales_returns_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.sales_returns FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER second_factors_secret_key AFTER INSERT OR UPDATE OF secret_encrypted ON public.second_factors FOR EACH ROW WHEN ((new.secret_encrypted IS NOT NULL)) EXECUTE FUNCTION public.second_factors_secret_key();

CREATE TRIGGER shown_pay_entries_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.shown_pay_entries FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER stock_adjustments_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.stock_adjustments FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER stock_count_lines_evidence BEFORE DELETE OR UPDATE OF count_id, equipment_id OR TRUNCATE ON public.stock_count_lines FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER stock_counts_evidence BEFORE DELETE OR UPDATE OF id, count_id, count_date, created_at, created_by, created_by_id OR TRUNCATE ON public.stock_counts FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER stock_counts_once BEFORE UPDATE OF posted_at, posted_by ON public.stock_counts FOR EACH ROW WHEN ((((old.posted_at IS NOT NULL) AND (new.posted_at IS DISTINCT FROM old.posted_at)) OR ((old.posted_by <> ''::text) AND (new.posted_by IS DISTINCT FROM old.posted_by)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER stock_levels_guard BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.stock_levels FOR EACH STATEMENT EXECUTE FUNCTION public.stock_levels_check();

CREATE TRIGGER stock_moves_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.stock_moves FOR EACH STATEMENT EXECUTE FUNCTION public.stock_moves_refuse();

CREATE TRIGGER stock_moves_applied AFTER INSERT ON public.stock_moves REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.stock_moves_apply();

CREATE TRIGGER supplier_allocations_evidence BEFORE DELETE OR UPDATE OF id, payment_id, bill_id, allocated_on, paid_amount_cents, paid_cents, settled_amount_cents, settled_cents OR TRUNCATE ON public.supplier_allocations FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER supplier_allocations_once BEFORE UPDATE OF is_reversed ON public.supplier_allocations FOR EACH ROW WHEN ((old.is_reversed AND (new.is_reversed IS DISTINCT FROM old.is_reversed))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER supplier_bill_lines_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.supplier_bill_lines FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER supplier_bills_evidence BEFORE DELETE OR UPDATE OF id, bill_id, supplier_id, supplier_number, bill_date, due_date, currency, rate_cents, total_amount_cents, total_cents, created_at, created_by, created_by_id OR TRUNCATE ON public.supplier_bills FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER supplier_bills_once BEFORE UPDATE OF posted_on, cancelled_on, cancel_reason ON public.supplier_bills FOR EACH ROW WHEN ((((old.posted_on IS NOT NULL) AND (new.posted_on IS DISTINCT FROM old.posted_on)) OR ((old.cancelled_on IS NOT NULL) AND (new.cancelled_on IS DISTINCT FROM old.cancelled_on)) OR ((old.cancel_reason <> ''::text) AND (new.cancel_reason IS DISTINCT FROM old.cancel_reason)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER supplier_payments_evidence BEFORE DELETE OR UPDATE OF id, payment_id, supplier_id, payment_date, account, credit_account, currency, rate_cents, amount_cents, amount_usd_cents, reference, notes, created_at, created_by OR TRUNCATE ON public.supplier_payments FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER supplier_payments_once BEFORE UPDATE OF reversed_on, reversed_at, reversed_by, reversal_reason ON public.supplier_payments FOR EACH ROW WHEN ((((old.reversed_on IS NOT NULL) AND (new.reversed_on IS DISTINCT FROM old.reversed_on)) OR ((old.reversed_at IS NOT NULL) AND (new.reversed_at IS DISTINCT FROM old.reversed_at)) OR ((old.reversed_by <> ''::text) AND (new.reversed_by IS DISTINCT FROM old.reversed_by)) OR ((old.reversal_reason <> ''::text) AND (new.reversal_reason IS DISTINCT FROM old.reversal_reason)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER ticket_comments_evidence BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ticket_comments FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER till_counts_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.till_counts FOR EACH STATEMENT EXECUTE FUNCTION public.tills_refuse();

CREATE TRIGGER tills_evidence BEFORE UPDATE OF id, till_number, user_id, user_name, opened_on, opened_at, float_usd_cents, float_ssp_cents ON public.tills FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER tills_final BEFORE UPDATE OF count_note, counted_by ON public.tills FOR EACH ROW WHEN (((old.status <> 'open'::text) AND ((new.count_note IS DISTINCT FROM old.count_note) OR (new.counted_by IS DISTINCT FROM old.counted_by)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER tills_guarded BEFORE INSERT OR UPDATE ON public.tills FOR EACH ROW EXECUTE FUNCTION public.tills_guard();

CREATE TRIGGER tills_kept BEFORE DELETE OR TRUNCATE ON public.tills FOR EACH STATEMENT EXECUTE FUNCTION public.tills_refuse();

CREATE TRIGGER tills_once BEFORE UPDATE OF accepted_at, accepted_by, accepted_by_id, is_sole ON public.tills FOR EACH ROW WHEN ((((old.accepted_at IS NOT NULL) AND (new.accepted_at IS DISTINCT FROM old.accepted_at)) OR ((old.accepted_by <> ''::text) AND (new.accepted_by IS DISTINCT FROM old.accepted_by)) OR ((old.accepted_by_id IS NOT NULL) AND (new.accepted_by_id IS DISTINCT FROM old.accepted_by_id)) OR (old.is_sole AND (new.is_sole IS DISTINCT FROM old.is_sole)))) EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER voucher_attempts_evidence BEFORE UPDATE OR TRUNCATE ON public.voucher_attempts FOR EACH STATEMENT EXECUTE FUNCTION public.evidence_kept();

CREATE TRIGGER voucher_batches_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.voucher_batches FOR EACH STATEMENT EXECUTE FUNCTION public.vouchers_refuse();

CREATE TRIGGER voucher_voids_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.voucher_voids FOR EACH STATEMENT EXECUTE FUNCTION public.vouchers_refuse();

CREATE TRIGGER vouchers_guarded BEFORE UPDATE ON public.vouchers FOR EACH ROW EXECUTE FUNCTION public.vouchers_guard();

CREATE TRIGGER vouchers_kept BEFORE DELETE OR TRUNCATE ON public.vouchers FOR EACH STATEMENT EXECUTE FUNCTION public.vouchers_refuse();

CREATE TRIGGER vouchers_secret_key AFTER INSERT ON public.vouchers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.vouchers_secret_key();

CREATE TRIGGER wifi_sessions_guarded BEFORE UPDATE ON public.wifi_sessions FOR EACH ROW EXECUTE FUNCTION public.wifi_sessions_guard();

CREATE TRIGGER wifi_sessions_kept BEFORE DELETE OR TRUNCATE ON public.wifi_sessions FOR EACH STATEMENT EXECUTE FUNCTION public.payments_kept();

CREATE TRIGGER wifi_sessions_secret_key AFTER INSERT ON public.wifi_sessions FOR EACH ROW EXECUTE FUNCTION public.wifi_sessions_secret_key();

ALTER TABLE ONLY public.access_accounts
    ADD CONSTRAINT access_accounts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.access_first_sign_ins
    ADD CONSTRAINT access_first_sign_ins_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.access_accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.access_stale
    ADD CONSTRAINT access_stale_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.access_accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_months
    ADD CONSTRAINT account_months_account_code_fkey FOREIGN KEY (account_code) REFERENCES public.accounts(code);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_parent FOREIGN KEY (parent_code, parent_level, type) REFERENCES public.accounts(code, level, type);

ALTER TABLE ONLY public.advance_movements
    ADD CONSTRAINT advance_movements_advance_id_fkey FOREIGN KEY (advance_id) REFERENCES public.employee_advances(id);

ALTER TABLE ONLY public.advance_movements
    ADD CONSTRAINT advance_movements_money_account_fkey FOREIGN KEY (money_account) REFERENCES public.accounts(code);

ALTER TABLE ONLY public.advance_movements
    ADD CONSTRAINT advance_movements_payroll_id_fkey FOREIGN KEY (payroll_id) REFERENCES public.payrolls(id);

ALTER TABLE ONLY public.advance_movements
    ADD CONSTRAINT advance_movements_reversal_of_fkey FOREIGN KEY (reversal_of) REFERENCES public.advance_movements(id);

ALTER TABLE ONLY public.assistant_messages
    ADD CONSTRAINT assistant_messages_replies_to_fkey FOREIGN KEY (replies_to) REFERENCES public.assistant_messages(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.assistant_messages
    ADD CONSTRAINT assistant_messages_session FOREIGN KEY (session_id) REFERENCES public.assistant_sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.assistant_sessions
    ADD CONSTRAINT assistant_sessions_customer FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.assistant_sessions
    ADD CONSTRAINT assistant_sessions_ticket FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES public.employees(id);

ALTER TABLE ONLY public.audit_seals
    ADD CONSTRAINT audit_seals_follows FOREIGN KEY (previous_seal, previous, line_before) REFERENCES public.audit_seals(id, hash, last_line);

ALTER TABLE ONLY public.cash_months
    ADD CONSTRAINT cash_months_account_code_fkey FOREIGN KEY (account_code) REFERENCES public.accounts(code);

ALTER TABLE ONLY public.cash_movements
    ADD CONSTRAINT cash_movements_till_id_fkey FOREIGN KEY (till_id) REFERENCES public.tills(id);

ALTER TABLE ONLY public.customer_import_keys
    ADD CONSTRAINT customer_import_keys_customer FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.customer_status_changes
    ADD CONSTRAINT customer_status_changes_customer FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_node FOREIGN KEY (node_id) REFERENCES public.network_nodes(id);

ALTER TABLE ONLY public.departments
    ADD CONSTRAINT departments_manager_fk FOREIGN KEY (manager_id) REFERENCES public.employees(id);

ALTER TABLE ONLY public.employee_advances
    ADD CONSTRAINT employee_advances_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES public.employees(id);

ALTER TABLE ONLY public.employee_advances
    ADD CONSTRAINT employee_advances_money_account_fkey FOREIGN KEY (money_account) REFERENCES public.accounts(code);

ALTER TABLE ONLY public.employees
    ADD CONSTRAINT employees_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.employees
    ADD CONSTRAINT employees_manager_id_fkey FOREIGN KEY (manager_id) REFERENCES public.employees(id);

ALTER TABLE ONLY public.employees
    ADD CONSTRAINT employees_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.equipment
    ADD CONSTRAINT equipment_category_fk FOREIGN KEY (category_id) REFERENCES public.equipment_categories(id);

ALTER TABLE ONLY public.equipment_loans
    ADD CONSTRAINT equipment_loans_customer FOREIGN KEY (customer_id) REFERENCES public.customers(id);

ALTER TABLE ONLY public.equipment_loans
    ADD CONSTRAINT equipment_loans_equipment_id_fkey FOREIGN KEY (equipment_id) REFERENCES public.equipment(id);

ALTER TABLE ONLY public.equipment_loans
    ADD CONSTRAINT equipment_loans_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES public.equipment_units(id);

ALTER TABLE ONLY public.equipment_units
    ADD CONSTRAINT equipment_units_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(id);

ALTER TABLE ONLY public.equipment_units
    ADD CONSTRAINT equipment_units_equipment_id_fkey FOREIGN KEY (equipment_id) REFERENCES public.equipment(id);

ALTER TABLE ONLY public.expense_payments
    ADD CONSTRAINT expense_payments_credit_account_fkey FOREIGN KEY (credit_account) REFERENCES public.accounts(code);

ALTER TABLE ONLY public.expense_payments
    ADD CONSTRAINT expense_payments_expense_id_fkey FOREIGN KEY (expense_id) REFERENCES public.expenses(id);

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_credit_account_fkey FOREIGN KEY (credit_account) REFERENCES public.accounts(code);

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_debit_account_fkey FOREIGN KEY (debit_account) REFERENCES public.accounts(code);

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_template_id_fkey FOREIGN KEY (template_id) REFERENCES public.expense_templates(id);

ALTER TABLE ONLY public.factor_attempts
    ADD CONSTRAINT factor_attempts_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.user_devices(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.factor_attempts
    ADD CONSTRAINT factor_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.goods_receipt_lines
    ADD CONSTRAINT goods_receipt_lines_order_id_order_line_fkey FOREIGN KEY (order_id, order_line) REFERENCES public.purchase_order_lines(order_id, line_no);

ALTER TABLE ONLY public.goods_receipt_lines
    ADD CONSTRAINT goods_receipt_lines_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES public.goods_receipts(id);

ALTER TABLE ONLY public.goods_receipts
    ADD CONSTRAINT goods_receipts_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.purchase_orders(id);

ALTER TABLE ONLY public.import_batches
    ADD CONSTRAINT import_batches_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.import_runs(id);

ALTER TABLE ONLY public.import_runs
    ADD CONSTRAINT import_runs_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.import_files(id);

ALTER TABLE ONLY public.imported_lines
    ADD CONSTRAINT imported_lines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id);

ALTER TABLE ONLY public.invoice_disputes
    ADD CONSTRAINT invoice_disputes_invoice FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);

ALTER TABLE ONLY public.invoice_disputes
    ADD CONSTRAINT invoice_disputes_ticket FOREIGN KEY (ticket_id) REFERENCES public.tickets(id);

ALTER TABLE ONLY public.invoice_emails
    ADD CONSTRAINT invoice_emails_invoice FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);

ALTER TABLE ONLY public.invoice_lines
    ADD CONSTRAINT invoice_lines_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_customer FOREIGN KEY (customer_id) REFERENCES public.customers(id);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.billing_runs(id);

ALTER TABLE ONLY public.journal_entries
    ADD CONSTRAINT journal_entries_reversal_of_fkey FOREIGN KEY (reversal_of) REFERENCES public.journal_entries(id);

ALTER TABLE ONLY public.journal_lines
    ADD CONSTRAINT journal_lines_employee_fk FOREIGN KEY (employee_id) REFERENCES public.employees(id);

ALTER TABLE ONLY public.journal_lines
    ADD CONSTRAINT journal_lines_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.journal_entries(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.journal_lines
    ADD CONSTRAINT journal_lines_supplier_fk FOREIGN KEY (supplier_id) REFERENCES public.suppliers(id);

ALTER TABLE ONLY public.journal_template_months
    ADD CONSTRAINT journal_template_months_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.journal_entries(id);

ALTER TABLE ONLY public.journal_template_months
    ADD CONSTRAINT journal_template_months_template_id_fkey FOREIGN KEY (template_id) REFERENCES public.journal_templates(id);

ALTER TABLE ONLY public.leave_carry_overs
    ADD CONSTRAINT leave_carry_overs_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES public.employees(id);

ALTER TABLE ONLY public.leave_requests
    ADD CONSTRAINT leave_requests_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES public.employees(id);

ALTER TABLE ONLY public.message_parts
    ADD CONSTRAINT message_parts_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages(id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.network_alarms
    ADD CONSTRAINT network_alarms_node_id_fkey FOREIGN KEY (node_id) REFERENCES public.network_nodes(id);

ALTER TABLE ONLY public.network_interfaces
    ADD CONSTRAINT network_interfaces_node_id_fkey FOREIGN KEY (node_id) REFERENCES public.network_nodes(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.network_nodes
    ADD CONSTRAINT network_nodes_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.network_nodes(id);

ALTER TABLE ONLY public.network_rollups
    ADD CONSTRAINT network_rollups_node_id_fkey FOREIGN KEY (node_id) REFERENCES public.network_nodes(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.network_samples
    ADD CONSTRAINT network_samples_node_id_fkey FOREIGN KEY (node_id) REFERENCES public.network_nodes(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.network_states
    ADD CONSTRAINT network_states_node_id_fkey FOREIGN KEY (node_id) REFERENCES public.network_nodes(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.network_watches
    ADD CONSTRAINT network_watches_node_id_fkey FOREIGN KEY (node_id) REFERENCES public.network_nodes(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.old_passwords
    ADD CONSTRAINT old_passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.outbox_deliveries
    ADD CONSTRAINT outbox_deliveries_fact_id_fkey FOREIGN KEY (fact_id) REFERENCES public.outbox(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.payment_allocations
    ADD CONSTRAINT payment_allocations_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);

ALTER TABLE ONLY public.payment_allocations
    ADD CONSTRAINT payment_allocations_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id);

ALTER TABLE ONLY public.payment_events
    ADD CONSTRAINT payment_events_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES public.payment_intents(id);

ALTER TABLE ONLY public.payment_intent_invoices
    ADD CONSTRAINT payment_intent_invoices_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES public.payment_intents(id);

ALTER TABLE ONLY public.payment_intent_invoices
    ADD CONSTRAINT payment_intent_invoices_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);

ALTER TABLE ONLY public.payment_intents
    ADD CONSTRAINT payment_intents_customer FOREIGN KEY (customer_id) REFERENCES public.customers(id);

ALTER TABLE ONLY public.payment_intents
    ADD CONSTRAINT payment_intents_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id);

ALTER TABLE ONLY public.payment_refunds
    ADD CONSTRAINT payment_refunds_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES public.payment_intents(id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_credited_invoice FOREIGN KEY (credited_invoice_id) REFERENCES public.invoices(id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_customer FOREIGN KEY (customer_id) REFERENCES public.customers(id);

ALTER TABLE ONLY public.payroll_payment_lines
    ADD CONSTRAINT payroll_payment_lines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payroll_payments(id);

ALTER TABLE ONLY public.payroll_payment_lines
    ADD CONSTRAINT payroll_payment_lines_payroll_id_fkey FOREIGN KEY (payroll_id) REFERENCES public.payrolls(id);

ALTER TABLE ONLY public.payroll_payments
    ADD CONSTRAINT payroll_payments_money_account_fkey FOREIGN KEY (money_account) REFERENCES public.accounts(code);

ALTER TABLE ONLY public.payroll_remittances
    ADD CONSTRAINT payroll_remittances_money_account_fkey FOREIGN KEY (money_account) REFERENCES public.accounts(code);

ALTER TABLE ONLY public.payrolls
    ADD CONSTRAINT payrolls_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES public.payroll_batches(id);

ALTER TABLE ONLY public.payrolls
    ADD CONSTRAINT payrolls_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES public.employees(id);

ALTER TABLE ONLY public.payrolls
    ADD CONSTRAINT payrolls_hr_rate_id_fkey FOREIGN KEY (hr_rate_id) REFERENCES public.hr_rates(id);

ALTER TABLE ONLY public.purchase_order_lines
    ADD CONSTRAINT purchase_order_lines_account_code_fkey FOREIGN KEY (account_code) REFERENCES public.accounts(code);

ALTER TABLE ONLY public.purchase_order_lines
    ADD CONSTRAINT purchase_order_lines_equipment_id_fkey FOREIGN KEY (equipment_id) REFERENCES public.equipment(id);

ALTER TABLE ONLY public.purchase_order_lines
    ADD CONSTRAINT purchase_order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.purchase_orders(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.purchase_orders
    ADD CONSTRAINT purchase_orders_requisition_id_fkey FOREIGN KEY (requisition_id) REFERENCES public.requisitions(id);

ALTER TABLE ONLY public.purchase_orders
    ADD CONSTRAINT purchase_orders_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES public.suppliers(id);

ALTER TABLE ONLY public.radius_closed_sessions
    ADD CONSTRAINT radius_closed_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.access_accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.radius_closed_sessions
    ADD CONSTRAINT radius_closed_sessions_router_id_fkey FOREIGN KEY (router_id) REFERENCES public.radius_routers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.radius_endings
    ADD CONSTRAINT radius_endings_router_id_fkey FOREIGN KEY (router_id) REFERENCES public.radius_routers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.radius_months
    ADD CONSTRAINT radius_months_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.access_accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.radius_orders
    ADD CONSTRAINT radius_orders_router_id_fkey FOREIGN KEY (router_id) REFERENCES public.radius_routers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.radius_orders
    ADD CONSTRAINT radius_orders_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.radius_sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.radius_refusals
    ADD CONSTRAINT radius_refusals_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.access_accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.radius_refusals
    ADD CONSTRAINT radius_refusals_router_id_fkey FOREIGN KEY (router_id) REFERENCES public.radius_routers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.radius_reservations
    ADD CONSTRAINT radius_reservations_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.access_accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.radius_routers
    ADD CONSTRAINT radius_routers_node_id_fkey FOREIGN KEY (node_id) REFERENCES public.network_nodes(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.radius_sessions
    ADD CONSTRAINT radius_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.access_accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.radius_sessions
    ADD CONSTRAINT radius_sessions_router_id_fkey FOREIGN KEY (router_id) REFERENCES public.radius_routers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.radius_usage
    ADD CONSTRAINT radius_usage_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.access_accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.refund_parts
    ADD CONSTRAINT refund_parts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id);

ALTER TABLE ONLY public.refund_parts
    ADD CONSTRAINT refund_parts_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES public.refunds(id);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_customer FOREIGN KEY (customer_id) REFERENCES public.customers(id);

ALTER TABLE ONLY public.report_deliveries
    ADD CONSTRAINT report_deliveries_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES public.report_schedules(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.requisition_lines
    ADD CONSTRAINT requisition_lines_equipment_id_fkey FOREIGN KEY (equipment_id) REFERENCES public.equipment(id);

ALTER TABLE ONLY public.requisition_lines
    ADD CONSTRAINT requisition_lines_requisition_id_fkey FOREIGN KEY (requisition_id) REFERENCES public.requisitions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.revenue_days
    ADD CONSTRAINT revenue_days_account_code_fkey FOREIGN KEY (account_code) REFERENCES public.accounts(code);

ALTER TABLE ONLY public.reversed_allocations
    ADD CONSTRAINT reversed_allocations_invoice FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);

ALTER TABLE ONLY public.reversed_allocations
    ADD CONSTRAINT reversed_allocations_payment FOREIGN KEY (payment_id) REFERENCES public.payments(id);

ALTER TABLE ONLY public.sales_order_lines
    ADD CONSTRAINT sales_order_lines_equipment_id_fkey FOREIGN KEY (equipment_id) REFERENCES public.equipment(id);

ALTER TABLE ONLY public.sales_order_lines
    ADD CONSTRAINT sales_order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.sales_orders(id);

ALTER TABLE ONLY public.sales_orders
    ADD CONSTRAINT sales_orders_customer FOREIGN KEY (customer_id) REFERENCES public.customers(id);

ALTER TABLE ONLY public.sales_orders
    ADD CONSTRAINT sales_orders_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);

ALTER TABLE ONLY public.sales_return_lines
    ADD CONSTRAINT sales_return_lines_order_id_order_line_fkey FOREIGN KEY (order_id, order_line) REFERENCES public.sales_order_lines(order_id, line_no);

ALTER TABLE ONLY public.sales_return_lines
    ADD CONSTRAINT sales_return_lines_return_id_fkey FOREIGN KEY (return_id) REFERENCES public.sales_returns(id);

ALTER TABLE ONLY public.sales_returns
    ADD CONSTRAINT sales_returns_credit_note_id_fkey FOREIGN KEY (credit_note_id) REFERENCES public.payments(id);

ALTER TABLE ONLY public.sales_returns
    ADD CONSTRAINT sales_returns_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.sales_orders(id);

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.user_devices(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sign_in_addresses
    ADD CONSTRAINT sign_in_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.stock_adjustments
    ADD CONSTRAINT stock_adjustments_equipment_id_fkey FOREIGN KEY (equipment_id) REFERENCES public.equipment(id);

ALTER TABLE ONLY public.stock_count_lines
    ADD CONSTRAINT stock_count_lines_count_id_fkey FOREIGN KEY (count_id) REFERENCES public.stock_counts(id);

ALTER TABLE ONLY public.stock_count_lines
    ADD CONSTRAINT stock_count_lines_equipment_id_fkey FOREIGN KEY (equipment_id) REFERENCES public.equipment(id);

ALTER TABLE ONLY public.stock_levels
    ADD CONSTRAINT stock_levels_equipment_id_fkey FOREIGN KEY (equipment_id) REFERENCES public.equipment(id);

ALTER TABLE ONLY public.stock_moves
    ADD CONSTRAINT stock_moves_equipment_id_fkey FOREIGN KEY (equipment_id) REFERENCES public.equipment(id);

ALTER TABLE ONLY public.supplier_allocations
    ADD CONSTRAINT supplier_allocations_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES public.supplier_bills(id);

ALTER TABLE ONLY public.supplier_allocations
    ADD CONSTRAINT supplier_allocations_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.supplier_payments(id);

ALTER TABLE ONLY public.supplier_bill_lines
    ADD CONSTRAINT supplier_bill_lines_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES public.supplier_bills(id);

ALTER TABLE ONLY public.supplier_bill_lines
    ADD CONSTRAINT supplier_bill_lines_order_id_order_line_fkey FOREIGN KEY (order_id, order_line) REFERENCES public.purchase_order_lines(order_id, line_no);

ALTER TABLE ONLY public.supplier_bills
    ADD CONSTRAINT supplier_bills_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES public.suppliers(id);

ALTER TABLE ONLY public.supplier_payments
    ADD CONSTRAINT supplier_payments_credit_account_fkey FOREIGN KEY (credit_account) REFERENCES public.accounts(code);

ALTER TABLE ONLY public.supplier_payments
    ADD CONSTRAINT supplier_payments_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES public.suppliers(id);

ALTER TABLE ONLY public.ticket_comments
    ADD CONSTRAINT ticket_comments_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES public.network_alarms(id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_customer FOREIGN KEY (customer_id) REFERENCES public.customers(id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES public.tickets(id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_node FOREIGN KEY (node_id) REFERENCES public.network_nodes(id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_outage_id_fkey FOREIGN KEY (outage_id) REFERENCES public.network_alarms(id);

ALTER TABLE ONLY public.till_counts
    ADD CONSTRAINT till_counts_till_id_fkey FOREIGN KEY (till_id) REFERENCES public.tills(id);

ALTER TABLE ONLY public.user_devices
    ADD CONSTRAINT user_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.voucher_batches
    ADD CONSTRAINT voucher_batches_bundle FOREIGN KEY (bundle_id) REFERENCES public.voucher_bundles(id);

ALTER TABLE ONLY public.voucher_voids
    ADD CONSTRAINT voucher_voids_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES public.voucher_batches(id);

ALTER TABLE ONLY public.vouchers
    ADD CONSTRAINT vouchers_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES public.voucher_batches(id);

ALTER TABLE ONLY public.vouchers
    ADD CONSTRAINT vouchers_void_id_fkey FOREIGN KEY (void_id) REFERENCES public.voucher_voids(id);

ALTER TABLE ONLY public.wifi_sessions
    ADD CONSTRAINT wifi_sessions_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES public.payment_intents(id);
