-- Keys of chats have 1 to 64 characters, as the API says; shorter ones than 8 were an internal error.
alter table assistant_sessions drop constraint assistant_sessions_session_id_check;
alter table assistant_sessions add constraint assistant_sessions_session_id_check
  check (length(session_id) between 1 and 64);
