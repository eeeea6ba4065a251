import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of this module's tables. */
export const stockConstraints = {
  equipment_number: {
    kind: 'conflict',
    code: 'equipment.numberTaken',
    message: 'This equipment ID is already in use.',
  },
  equipment_sku: {
    kind: 'conflict',
    code: 'equipment.skuTaken',
    message: 'Another item has this SKU.',
    field: 'sku',
  },
  equipment_categories_name: {
    kind: 'conflict',
    code: 'equipmentCategory.nameTaken',
    message: 'There is already a category of this name.',
    field: 'name',
  },
  equipment_category_fk: {
    kind: 'conflict',
    code: 'equipmentCategory.gone',
    message: 'This category does not exist.',
    field: 'categoryId',
  },
  stock_moves_once: {
    kind: 'conflict',
    code: 'stock.alreadyMoved',
    message: 'The stock of this document was already moved.',
  },
  // Two first moves of an item at the same moment; otherwise the service refuses it, naming the date.
  stock_moves_in_order: {
    kind: 'rule',
    code: 'stock.dateOrder',
    message: 'The item has a later move. Choose the day of its last move or a later one.',
  },
  equipment_units_serial: {
    kind: 'conflict',
    code: 'unit.serialKnown',
    message: 'A unit with this serial number is already known.',
  },
  stock_counts_number: {
    kind: 'conflict',
    code: 'stockCount.numberTaken',
    message: 'This number of a stock count is already in use.',
  },
} as const satisfies ConstraintErrors;
