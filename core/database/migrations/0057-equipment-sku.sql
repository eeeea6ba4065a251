-- The code by which a company knows an item (SKU): files of items find it by the code, so two items cannot have the same.
alter table equipment
  add column sku text not null default '',
  add column sku_key text not null default '' collate "C";
create unique index equipment_sku on equipment (sku_key) where sku_key <> '';
