import type { AttentionKind } from '@nimule/core/attention/schema';
import type { OwnWork, WorkBlock } from '@nimule/core/attention/work/schema';

/** What a block of one's own work tells, which the list of what needs a person then leaves out. */
const told: Partial<Record<WorkBlock, readonly AttentionKind[]>> = {
  approvals: ['approvals', 'heldBills'],
  system: ['jobs', 'backup', 'paused'],
};

/** The kinds of matters that the shown blocks tell already. */
export function shownAbove(work: OwnWork | undefined): AttentionKind[] {
  return work?.order.flatMap((block) => told[block] ?? []) ?? [];
}
