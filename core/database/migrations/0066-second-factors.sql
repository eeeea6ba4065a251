-- Second factors of staff accounts (decision 128): an authenticator app, passkeys, recovery codes.
create table second_factors (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null collate "C",
  name text not null default '',
  created_at timestamptz not null,
  -- Null until the first code of an authenticator app has been typed.
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- Of an authenticator app: its secret, encrypted, and the time step (30 s) of the last code that counted.
  secret_encrypted text collate "C",
  last_step bigint,
  -- Of a passkey: as WebAuthn names them; the counter is that of its last use.
  credential_id text collate "C",
  public_key bytea,
  counter bigint,
  transports text[] not null default '{}',
  constraint second_factors_kind check (kind in ('totp', 'passkey')),
  constraint second_factors_totp check ((kind = 'totp') = (secret_encrypted is not null)),
  constraint second_factors_step check (last_step is null or kind = 'totp'),
  constraint second_factors_passkey check (
    case when kind = 'passkey'
      then confirmed_at is not null and credential_id is not null and public_key is not null and counter >= 0
      else credential_id is null and public_key is null and counter is null
    end
  ),
  constraint second_factors_credential unique (credential_id)
);
create index second_factors_user on second_factors (user_id);
-- One app a user, and one that is being set up.
create unique index second_factors_one_app on second_factors (user_id, (confirmed_at is null)) where kind = 'totp';

create function second_factors_secret_key() returns trigger language plpgsql as $$
begin
  perform assert_secret_key(new.secret_encrypted);
  return null;
end $$;
create trigger second_factors_secret_key after insert or update of secret_encrypted on second_factors
  for each row when (new.secret_encrypted is not null) execute function second_factors_secret_key();

-- Ten a user, each of use once. Only hashes with the installation's key are stored.
create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Browsers in which a user has signed in, by a cookie of which the hash is stored.
create table user_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null,
  user_agent text not null default '',
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint user_devices_token unique (user_id, token_hash)
);

-- Wrong codes, by user and device; null for browsers in which the user has not signed in before.
create table factor_attempts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  device_id bigint references user_devices on delete cascade,
  at timestamptz not null
);
create index factor_attempts_user on factor_attempts (user_id, at);

-- Hashes of passwords that were replaced, so that none of the last is chosen again.
create table old_passwords (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  password_hash text not null,
  replaced_at timestamptz not null
);
create index old_passwords_user on old_passwords (user_id, id);

-- When a second factor was first asked of an account that has none: the days of grace begin then.
alter table users add column factor_asked_at timestamptz;

alter table sessions
  -- What the user must do before anything else: type a code, or set a second factor up.
  add column pending text collate "C",
  -- When the user last showed the password or a second factor; null until the sign-in is complete.
  add column confirmed_at timestamptz,
  add column device_id bigint references user_devices on delete set null,
  -- The challenge that a passkey must sign next, of use once.
  add column challenge text collate "C",
  add column challenge_for text collate "C",
  add column challenge_at timestamptz,
  add constraint sessions_pending check (pending in ('code', 'setUp')),
  add constraint sessions_challenge check (
    (challenge is null) = (challenge_for is null) and (challenge is null) = (challenge_at is null)
      and challenge_for in ('signIn', 'add', 'confirm')
  );
create index sessions_device on sessions (device_id) where device_id is not null;
update sessions set confirmed_at = created_at;

-- Nobody needs a second factor in the demo company.
insert into settings (name, value, updated_at)
  select 'security', '{"requiredRoles": []}', now() from settings where name = 'demo' and value = '"loaded"'
  on conflict do nothing;
