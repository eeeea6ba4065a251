import type { countStatuses, stockLabels, unitPlaces } from '@nimule/core/stock/schema';

export type StockLabel = (typeof stockLabels)[number];
export type CountStatus = (typeof countStatuses)[number];
export type UnitPlace = (typeof unitPlaces)[number];
