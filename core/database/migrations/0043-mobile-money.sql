-- Requests for mobile money: what was asked of a payer, what the provider answered, and the one sale that came of it.

create table payment_intents (
  id bigint generated always as identity primary key,
  -- Our name for it at the provider (X-Reference-Id of MTN MoMo).
  reference text not null collate "C" constraint payment_intents_reference unique check (length(reference) = 36),
  -- What is bought: a WiFi package, or invoices of a customer.
  purpose text not null collate "C" check (purpose in ('wifi', 'customer')),
  -- Hash of the key that a visitor's browser chose: the same key is the same purchase, and only it reads the result.
  visitor_hash bytea constraint payment_intents_visitor unique check (octet_length(visitor_hash) = 32),
  package_id text collate "C",
  customer_id bigint constraint payment_intents_customer references customers (id),
  provider text not null collate "C",
  driver text not null collate "C" check (driver in ('simulated', 'momo')),
  -- +211 and nine digits.
  phone text not null,
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  -- In its currency: US cents or piastres.
  amount_cents cents not null check (amount_cents > 0),
  usd_cents cents not null check (usd_cents > 0),
  rate_cents cents not null check (rate_cents > 0),
  -- 'sending': a request was begun whose answer is not known. 'expired': nobody asks any more. 'review': paid otherwise than
  -- asked, which a person decides on. 'refunded': paid or in review, and given back by hand.
  status text not null collate "C" default 'created'
    check (status in ('created', 'sending', 'requested', 'failed', 'expired', 'review', 'paid', 'refunded')),
  -- In words for the payer and for staff.
  problem text not null default '',
  provider_transaction_id text collate "C",
  -- What the provider says was paid, where it differs.
  paid_currency text,
  paid_cents cents,
  paid_phone text,
  attempts integer not null default 0,
  checks integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null,
  -- Empty for a visitor.
  created_by text not null default '',
  created_by_id bigint,
  -- Where a visitor asked from, for the limit of new requests, and the hotspot that the visitor uses.
  address text not null default '' collate "C",
  hotspot_id text not null default '',
  sent_at timestamptz,
  settled_at timestamptz,
  -- The sale: a payment of the customer; a WiFi session names its intent.
  payment_id bigint constraint payment_intents_payment unique references payments (id),
  version integer not null default 1,
  constraint payment_intents_purpose check (case purpose
    when 'wifi' then package_id is not null and customer_id is null and payment_id is null
    else customer_id is not null and package_id is null end),
  constraint payment_intents_settled check ((status in ('paid', 'refunded')) <= (settled_at is not null)),
  constraint payment_intents_transaction unique (driver, provider_transaction_id)
);
create index payment_intents_due on payment_intents (next_check_at) where next_check_at is not null;
create index payment_intents_status on payment_intents (status, id);
create index payment_intents_created on payment_intents (created_at, id);
create index payment_intents_phone on payment_intents (phone, id);
create index payment_intents_address on payment_intents (address, created_at) where address <> '';
create index payment_intents_customer_index on payment_intents (customer_id, id) where customer_id is not null;

-- Invoices of the customer that are settled first.
create table payment_intent_invoices (
  intent_id bigint not null references payment_intents (id),
  invoice_id bigint not null references invoices (id),
  primary key (intent_id, invoice_id)
);
create index payment_intent_invoices_invoice on payment_intent_invoices (invoice_id);

-- Late money may follow a failure; nothing leaves 'paid' but a refund.
create function payment_intents_guard() returns trigger language plpgsql as $$
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
create trigger payment_intents_guarded before update on payment_intents
  for each row execute function payment_intents_guard();

-- Everything that was sent and heard, as it came.
create table payment_events (
  id bigint generated always as identity primary key,
  -- Null for a callback that names no request of ours.
  intent_id bigint references payment_intents (id),
  kind text not null collate "C" check (kind in ('request', 'status', 'callback', 'settled', 'refund', 'note')),
  at timestamptz not null,
  -- The raw body or a line in words, at most 10,000 characters.
  body text not null default '' check (length(body) <= 10000),
  address text not null default '' collate "C"
);
create index payment_events_intent on payment_events (intent_id, id);
-- For the limits of callbacks.
create index payment_events_address on payment_events (address, at) where kind = 'callback';
create index payment_events_unknown on payment_events (at) where intent_id is null;

create table wifi_sessions (
  id bigint generated always as identity primary key,
  -- WF-2026-000001: the number of the sale.
  sale_number text not null collate "C" constraint wifi_sessions_number unique,
  intent_id bigint not null constraint wifi_sessions_intent unique references payment_intents (id),
  package_id text not null collate "C",
  package_name text not null,
  duration_minutes integer not null check (duration_minutes > 0),
  data_mb integer not null check (data_mb > 0),
  speed_mbps integer not null check (speed_mbps > 0),
  phone text not null,
  provider text not null collate "C",
  money_account text not null collate "C",
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  amount_cents cents not null check (amount_cents > 0),
  usd_cents cents not null check (usd_cents > 0),
  rate_cents cents not null check (rate_cents > 0),
  access_hash bytea not null constraint wifi_sessions_access unique check (octet_length(access_hash) = 32),
  access_encrypted text not null,
  hotspot_id text not null default '',
  sold_on date not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint wifi_sessions_times check (expires_at > started_at and ended_at >= started_at)
);
create index wifi_sessions_date on wifi_sessions (sold_on, id);
create index wifi_sessions_expiry on wifi_sessions (expires_at);
create index wifi_sessions_phone on wifi_sessions (phone, id);

-- Money given back by hand, outside the provider's interface.
create table payment_refunds (
  id bigint generated always as identity primary key,
  intent_id bigint not null constraint payment_refunds_intent unique references payment_intents (id),
  currency text not null collate "C" check (currency in ('USD', 'SSP')),
  amount_cents cents not null check (amount_cents > 0),
  -- US cents in the books; 0 where the money never came into them.
  usd_cents cents not null check (usd_cents >= 0),
  refunded_on date not null,
  reference text not null default '',
  reason text not null check (reason <> ''),
  created_at timestamptz not null,
  created_by text not null
);

create function payments_kept() returns trigger language plpgsql as $$
begin
  raise exception '% are kept: % is refused', tg_table_name, tg_op
    using errcode = 'restrict_violation', constraint = 'payment_events_append_only';
end $$;
create trigger payment_events_append_only before update or delete or truncate on payment_events
  for each statement execute function payments_kept();
create trigger payment_refunds_kept before update or delete or truncate on payment_refunds
  for each statement execute function payments_kept();
create trigger payment_intents_kept before delete or truncate on payment_intents
  for each statement execute function payments_kept();
create trigger wifi_sessions_kept before delete or truncate on wifi_sessions
  for each statement execute function payments_kept();

-- Of a session only its end is written later.
create function wifi_sessions_guard() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'ended_at' is distinct from to_jsonb(old) - 'ended_at' or old.ended_at is not null then
    raise exception 'a WiFi session is sold once and ended once'
      using errcode = 'restrict_violation', constraint = 'wifi_sessions_fixed';
  end if;
  return new;
end $$;
create trigger wifi_sessions_guarded before update on wifi_sessions for each row execute function wifi_sessions_guard();
