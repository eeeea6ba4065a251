-- An escalated chat is answered by a person, until it is handed back or ends.
alter table assistant_sessions
  -- Who answers in person; null for the shell.
  add column taken_by_id bigint,
  -- Their name; empty while the assistant answers.
  add column taken_by text not null default '',
  add column taken_at timestamptz,
  add constraint assistant_sessions_taken check (
    (taken_by = '') = (taken_at is null) and (taken_at is null or status = 'escalated'));

-- 'staff': a person to the customer, named in typed_by.
alter table assistant_messages
  drop constraint assistant_messages_role_check,
  add constraint assistant_messages_role_check check (role in ('user', 'assistant', 'staff')),
  add constraint assistant_messages_staff check (role <> 'staff' or typed_by <> ''),
  -- Of the customer, while a person had the chat: the assistant never answers it.
  add column is_for_person boolean not null default false,
  add constraint assistant_messages_for_person check (not is_for_person or role = 'user');
