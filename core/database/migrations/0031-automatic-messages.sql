-- A campaign of invoices may have several messages to one address, each for an invoice of its own.
drop index messages_once_in_campaign;
create unique index messages_once_in_campaign on messages (campaign_id, recipient) where campaign_id is not null and event is null;

-- Which invoices have been e-mailed.
create index messages_of_invoice on messages (((attachment ->> 'invoice')::bigint)) where attachment ->> 'invoice' is not null;

-- Receipts whose message never became known are removed after some time.
create index message_parts_unknown on message_parts (at) where message_id is null;
