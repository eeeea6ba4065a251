-- What was ordered of a line stays known after the rest of the order was cancelled: quantity + cancelled. Of orders whose
-- rest was cancelled before, it is not known.
alter table purchase_order_lines add column cancelled integer not null default 0
  constraint purchase_order_lines_cancelled check (cancelled between 0 and 1000000);
