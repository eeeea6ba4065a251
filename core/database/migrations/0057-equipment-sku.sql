-- The code by which a company knows an item (SKU): files of items find it by the code, so two items cannot have the same.
alter table equipment
  add column sku text not null default '',
  add column sku_key text not null default '' collate "C";
create unique index equipment_sku on equipment (sku_key) where sku_key <> '';
-- By which the undo of an import tells whether something names an item; a deletion looks in them too.
create index stock_adjustments_of_equipment on stock_adjustments (equipment_id);
create index stock_count_lines_of_equipment on stock_count_lines (equipment_id);
create index equipment_loans_of_equipment on equipment_loans (equipment_id);
