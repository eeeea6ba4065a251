-- Rows of an import that are further lines of a record in another row, so that all its rows are accounted for.
alter table import_runs add column lines int not null default 0;
