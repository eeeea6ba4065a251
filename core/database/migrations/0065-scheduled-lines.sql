-- Whether a scheduled PDF of the comprehensive reports has the rows behind its figures; all had them until now.
alter table report_schedules add column with_lines boolean not null default true;
