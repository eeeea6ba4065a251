-- The reference of the money of a sale that was not paid in cash; '' for sales of before.
alter table voucher_batches add column reference text not null default '';
