-- The page that takes money looks up whose connection asks for it (decision 133).
create index radius_sessions_ip on radius_sessions (ip) where ip is not null;
