-- The assistant of the support chat: articles, chats with customers, trainings, and the daily use of a language model.

create table assistant_articles (
  id bigint generated always as identity primary key,
  title text not null check (title <> ''),
  title_key text not null collate "C" constraint assistant_articles_title unique,
  -- The kind of question that it answers.
  topic text not null collate "C" check (topic in
    ('connection', 'speed', 'billing', 'equipment', 'account', 'complaint', 'outage', 'general')),
  -- Numbered steps stand one per line.
  body text not null check (body <> ''),
  -- Words by which customers ask for it, separated by commas.
  keywords text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  updated_by text not null,
  version integer not null default 1
);

create table assistant_sessions (
  id bigint generated always as identity primary key,
  -- Chosen by the client or by us.
  session_id text not null collate "C" constraint assistant_sessions_key unique check (length(session_id) between 8 and 64),
  customer_id bigint not null constraint assistant_sessions_customer references customers (id) on delete cascade,
  status text not null collate "C" default 'active' check (status in ('active', 'escalated', 'closed')),
  started_at timestamptz not null,
  last_message_at timestamptz not null,
  ended_at timestamptz,
  -- Who chats for the customer; null for the shell.
  started_by_id bigint,
  started_by text not null,
  -- Why it was handed to a person, and the ticket.
  escalation_reason text not null default '',
  ticket_id bigint constraint assistant_sessions_ticket references tickets (id) on delete set null,
  rating integer check (rating between 1 and 5),
  rated_at timestamptz,
  -- What it was about: the topic of the last question that has one.
  topic text not null default '' collate "C",
  version integer not null default 1,
  constraint assistant_sessions_ended check ((status = 'closed') <= (ended_at is not null)),
  constraint assistant_sessions_rated check ((rating is null) = (rated_at is null))
);
create index assistant_sessions_latest on assistant_sessions (last_message_at, id);
create index assistant_sessions_status on assistant_sessions (status, last_message_at, id);
create index assistant_sessions_customer_index on assistant_sessions (customer_id, id);
create index assistant_sessions_ticket_index on assistant_sessions (ticket_id) where ticket_id is not null;

create table assistant_messages (
  id bigint generated always as identity primary key,
  session_id bigint not null constraint assistant_messages_session references assistant_sessions (id) on delete cascade,
  role text not null collate "C" check (role in ('user', 'assistant')),
  content text not null check (content <> '' and length(content) <= 10000),
  at timestamptz not null,
  -- Who typed it for the customer; empty for a reply.
  typed_by text not null default '',
  -- Of a reply: the message that it answers, each answered once.
  replies_to bigint constraint assistant_messages_reply unique references assistant_messages (id) on delete cascade,
  topic text not null default '' collate "C",
  -- 'fallback': the local driver, because the model failed or its reply could not be shown.
  driver text not null default '' collate "C" check (driver in ('', 'local', 'model', 'fallback')),
  -- False where the assistant said that it does not know.
  is_answered boolean not null default true,
  needs_escalation boolean not null default false,
  article_ids jsonb not null default '[]' check (jsonb_typeof(article_ids) = 'array'),
  duration_ms integer check (duration_ms >= 0),
  constraint assistant_messages_replies check ((role = 'assistant') = (replies_to is not null))
);
create index assistant_messages_session_index on assistant_messages (session_id, id);
create index assistant_messages_at on assistant_messages (at, id);

create function assistant_messages_kept() returns trigger language plpgsql as $$
begin
  raise exception 'messages of chats do not change'
    using errcode = 'restrict_violation', constraint = 'assistant_messages_kept';
end $$;
create trigger assistant_messages_kept before update on assistant_messages
  for each statement execute function assistant_messages_kept();

-- What 'Update AI Training' read and found.
create table assistant_trainings (
  id bigint generated always as identity primary key,
  trained_at timestamptz not null,
  trained_by text not null,
  articles integer not null,
  tickets integer not null,
  words integer not null,
  new_words integer not null,
  questions integer not null,
  unanswered integer not null
);

-- The index of the last training: words of resolved tickets by topic, without names, numbers and addresses.
create table assistant_words (
  topic text not null collate "C",
  word text not null collate "C" check (length(word) between 2 and 40),
  tickets integer not null check (tickets > 0),
  primary key (topic, word)
);

-- Requests to a language model, counted before they are sent, so that the limit of a day holds.
create table assistant_usage (
  day date primary key,
  requests integer not null check (requests >= 0),
  input_tokens bigint not null default 0 check (input_tokens >= 0),
  output_tokens bigint not null default 0 check (output_tokens >= 0)
);
