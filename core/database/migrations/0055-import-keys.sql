-- How a customer without an id was named in the file that brought them: the next files find the customer by it, also
-- after a name or a contact was corrected here.
create table customer_import_keys (
  key text primary key,
  customer_id bigint not null constraint customer_import_keys_customer references customers (id) on delete cascade
);
create index customer_import_keys_by_customer on customer_import_keys (customer_id);
