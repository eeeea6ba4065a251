import { queryMessage, syncMessage } from './protocol.ts';

/** The part of PGlite that the gateway uses. */
export interface Session {
  execProtocolRawStream(
    message: Uint8Array,
    options: { onRawData: (data: Uint8Array) => void },
  ): Promise<void>;
  isInTransaction(): boolean;
}

/** Sends messages of the PostgreSQL protocol to the session. Returns its answer. */
export async function execute(session: Session, bytes: Uint8Array): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await session.execProtocolRawStream(bytes, {
    // The bytes are a view of PGlite's memory that the next statement overwrites.
    onRawData: (data) => void chunks.push(Buffer.from(data)),
  });
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** Ends whatever transaction is open. Returns whether none is open now. */
export async function rollBack(session: Session): Promise<boolean> {
  // The first rollback ends an implicit transaction before Sync would commit it; after an error it is skipped,
  // and the second one ends what is still open after the Sync.
  await execute(
    session,
    Buffer.concat([queryMessage('rollback'), syncMessage(), queryMessage('rollback')]),
  );
  return !session.isInTransaction();
}
