import { AppError } from '@nimule/core/kernel/errors';
import type { Session, WireBody } from '../../session.ts';

type Supplier = WireBody<'listSuppliers'>[number];

export const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The supplier with this code or name, in any case. @throws AppError notFound. */
export async function findSupplier(session: Session, name: string): Promise<Supplier> {
  const { body } = await session.call('listSuppliers', { query: { q: name } });
  const found = body.find((one) => sameText(one.supplierCode, name) || sameText(one.name, name));
  if (found) return found;
  throw new AppError('notFound', 'supplier.notFound', `Supplier ${name} was not found.`);
}
