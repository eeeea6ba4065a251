import { AppError } from '@nimule/core/kernel/errors';
import type { ListOperation, RowOf } from './list-command.ts';
import type { Session } from './session.ts';

/** A list that can be searched by the number in its column `field`. */
interface NumberedSpec<O extends ListOperation> {
  operation: O;
  field: keyof RowOf<O> & string;
  /** In the error, with its code: 'Till', 'till'. */
  noun: string;
  kind: string;
}

/** The row with this number, in any case. @throws AppError notFound. */
export async function findByNumber<O extends ListOperation>(
  session: Session,
  { operation, field, noun, kind }: NumberedSpec<O>,
  typed: string,
): Promise<RowOf<O>> {
  const number = typed.trim().toUpperCase();
  const { body } = await session.call(operation, { query: { q: number } });
  const found = (body as readonly RowOf<O>[]).find((row) => row[field] === number);
  if (found) return found;
  throw new AppError('notFound', `${kind}.notFound`, `${noun} ${typed} was not found.`);
}

/** The id of that record. @throws AppError notFound. */
export async function idByNumber<O extends ListOperation>(
  session: Session,
  spec: NumberedSpec<O>,
  typed: string,
): Promise<number> {
  return Number(((await findByNumber(session, spec, typed)) as { id?: unknown }).id);
}
