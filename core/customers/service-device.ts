import type { Ctx } from '../context.ts';
import { audit } from '../records/audit.ts';
import { customers } from './queries.ts';
import type { CustomerRecord } from './rules-record.ts';
import { customer as schema } from './schema.ts';

/** The technical fields of a customer that describe the device. */
export type Device = Pick<CustomerRecord, 'deviceSerial' | 'macAddress'>;

/** Writes the device of a locked customer, with a line of the audit log; nothing where nothing differs. */
export async function setDevice(
  tx: Ctx,
  before: CustomerRecord,
  { deviceSerial, macAddress }: Device,
): Promise<void> {
  const changes = { deviceSerial, macAddress };
  const extra = { updated_at: tx.now, undone_run_id: null };
  const after = await customers.update(tx.db, before, changes, extra);
  if (after === before) return;
  await audit(tx, {
    action: 'customer.update',
    entity: 'customer',
    entityId: before.id,
    summary: `${before.customerId} ${before.name}`,
    schema,
    before,
    after,
  });
}
