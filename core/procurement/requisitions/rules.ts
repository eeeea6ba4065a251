import type { Numbering } from '../../database/counters.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { addCents, type Cents, usdToSsp } from '../../kernel/money.ts';
import { foldForSearch, otherSpellings, searchTextOf } from '../../kernel/search.ts';
import { searchKey } from '../../kernel/text.ts';
import { lineTotal, YEARLY_WIDTH } from '../rules.ts';
import type { Requisition } from './schema.ts';

/** Requisitions are numbered REQ-2026-0001 (decision 7). */
export const REQUISITIONS: Numbering = {
  counter: 'requisition',
  prefix: 'REQ',
  width: YEARLY_WIDTH,
};

/** A row of the table requisitions. */
export interface RequisitionRecord {
  id: number;
  requisitionId: string;
  requestedBy: string;
  requestedById: number | null;
  changedBy: string;
  changedById: number | null;
  department: string;
  priority: Requisition['priority'];
  requestDate: IsoDate;
  expectedDeliveryDate: IsoDate;
  /** SSP cents for one US dollar on the request date. */
  exchangeRate: Cents;
  totalAmountUsd: Cents;
  status: Requisition['status'];
  notes: string;
  isLowStock: boolean;
  reviewedBy: string;
  reviewedById: number | null;
  reviewedAt: Date | null;
  reviewNotes: string;
  decidedBy: string;
  decidedById: number | null;
  decidedAt: Date | null;
  decisionNotes: string;
  createdAt: Date;
  version: number;
}

/** A row of the table requisition_lines. */
export interface RequisitionLineRecord {
  requisitionId: number;
  lineNo: number;
  equipmentId: number | null;
  description: string;
  quantity: number;
  unitCostUsd: Cents;
}

/** The order of a requisition that counts, and whether any order names it. */
export interface OrderOfRequisition {
  /** Null without an order that is pending, approved or received. */
  purchaseOrder: { id: number; poNumber: string } | null;
  orderStatus: 'pending' | 'approved' | 'received' | null;
  hasOrders: boolean;
}

/** A requisition as it is read, with its order. */
export type RequisitionRow = RequisitionRecord & OrderOfRequisition;

/** seeds/002 9. */
export const requisitionDefaults = { department: 'General', priority: 'medium' } as const;

/** Folded number, requester, department and justification. */
export function requisitionSearchText(
  row: Pick<RequisitionRecord, 'requisitionId' | 'requestedBy' | 'department' | 'notes'>,
): string {
  const words = `${row.requestedBy} ${row.department} ${row.notes}`;
  return searchTextOf(searchKey(row.requisitionId), foldForSearch(words), otherSpellings(words));
}

/** A requisition as the API answers it: amounts in pounds at the rate of its date, and what the caller may do. */
export function toRequisition(
  row: RequisitionRow,
  lines: readonly RequisitionLineRecord[],
  actions: Requisition['actions'],
): Requisition {
  const { exchangeRate } = row;
  const items = lines.map(({ equipmentId, description, quantity, unitCostUsd }) => {
    const totalCostUsd = lineTotal({ quantity, unitPrice: unitCostUsd });
    const totalCostSsp = usdToSsp(totalCostUsd, exchangeRate);
    return { equipmentId, description, quantity, unitCostUsd, totalCostUsd, totalCostSsp };
  });
  return {
    ...row,
    items,
    // The sum of its lines, so that the columns of the form add up.
    totalAmountSsp: addCents(...items.map(({ totalCostSsp }) => totalCostSsp)),
    actions,
  };
}
