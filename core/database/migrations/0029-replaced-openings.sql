-- An opening balance that the opening balance of another import has replaced: nobody cancelled it by hand.
alter table invoices add column is_replaced boolean not null default false;
alter table payments add column is_replaced boolean not null default false;
