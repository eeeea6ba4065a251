-- An import finds a customer by the id in whatever case. Most ids are capitals, which the unique key finds; these are
-- the others, so that the index costs nothing where there are none.
create index customers_small_letters on customers (upper(customer_id), customer_id)
where customer_id <> upper(customer_id);
