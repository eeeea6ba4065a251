import { type Ctx, transact } from '../../context.ts';
import { getCustomer } from '../../customers/service.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { firstDay, monthOf } from '../../kernel/dates.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import type { ExportFormat, Page } from '../../kernel/paging.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import { decide } from '../decisions/service.ts';
import { storedSettings } from '../decisions/service-settings.ts';
import { compareSessions } from '../orders/queries.ts';
import { accountName, assertPassword, makePassword, passwordPurpose } from '../rules.ts';
import {
  type AccessAccount,
  type AccountFilter,
  type AccountInput,
  type AccountUpdate,
  accessAccount as schema,
} from '../schema.ts';
import * as queries from './queries.ts';
import { accounts } from './queries.ts';
import { type AccountRecord, assertAddress, toAccount } from './rules-record.ts';
import { insertAccounts, storedPassword } from './service-insert.ts';

/** The first day of the month (Juba), from which the usage is summed. */
const sinceOf = (ctx: Pick<Ctx, 'today'>) => firstDay(monthOf(ctx.today));

/** Access accounts, by user name; usage of this month in bytes, speeds in kbps. */
export async function listAccounts(ctx: Ctx, filter: AccountFilter): Promise<Page<AccessAccount>> {
  const page = await queries.findAccounts(ctx.db, filter, sinceOf(ctx));
  return { ...page, rows: page.rows.map(toAccount) };
}

/** An access account. @throws AppError notFound. */
export async function getAccount(ctx: Ctx, id: number): Promise<AccessAccount> {
  const row = await queries.getAccount(ctx.db, id, sinceOf(ctx));
  return row ? toAccount(row) : notFound('Access account', id);
}

/** Customers with a static address and no account: their suspension reaches no router. */
export function listNotEnforced(ctx: Ctx, filter: Parameters<typeof queries.findNotEnforced>[1]) {
  return queries.findNotEnforced(ctx.db, filter);
}

/**
 * Adds an account of a customer; without a password one is made. What it gets is decided at once.
 * @throws AppError notFound for an unknown customer; invalid; conflict for a user name or address that is taken.
 */
export function createAccount(ctx: Ctx, input: AccountInput): Promise<AccessAccount> {
  return transact(ctx, async (tx) => {
    const customer = await getCustomer(tx, input.customerId);
    const [id] = (await insertAccounts(tx, [{ ...input, customerId: customer.id }])) as [number];
    const after = await getAccount(tx, id);
    await auditAccount(tx, 'accessAccount.create', { after });
    return after;
  });
}

/** An account of a customer, locked: codes have none, and follow what was sold. @throws AppError notFound. */
async function lockAccount(tx: Ctx, id: number): Promise<AccountRecord> {
  const record = await accounts.lock(tx.db, id);
  return record?.customerId ? record : notFound('Access account', id);
}

/**
 * Changes the sent fields; a blocked account is refused whatever the customer's status. What it gets is decided at once.
 * @throws AppError notFound; invalid; conflict for an outdated version, and for a user name or address that is taken.
 */
export function updateAccount(
  ctx: Ctx,
  id: number,
  { version, username, ...changes }: AccountUpdate,
): Promise<AccessAccount> {
  return transact(ctx, async (tx) => {
    const record = await lockAccount(tx, id);
    assertVersion('access account', record.version, version);
    const before = await getAccount(tx, id);
    const name = username === undefined ? record.username : accountName(record.kind, username);
    const { fixedIp = record.fixedIp, pool = record.pool } = changes;
    assertAddress(fixedIp, pool);
    const sent: Partial<AccountRecord> = { ...definedOf(changes), username: name };
    const moves = fixedIp !== record.fixedIp || pool !== record.pool || name !== record.username;
    const next = moves ? { decision: record.decision + 1 } : {};
    await accounts.update(
      tx.db,
      record,
      { ...sent, ...next },
      { updated_at: tx.now, ...(moves ? { redial_decision: next.decision } : {}) },
    );
    await decide(tx, [id]);
    // The orders of its session are made now; the next round sends them.
    const { enforced } = await storedSettings.read(tx.db);
    await compareSessions(tx.db, tx.now, enforced, [id]);
    const after = await getAccount(tx, id);
    await auditAccount(tx, 'accessAccount.update', { before, after });
    return after;
  });
}

function definedOf<T extends object>(changes: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as never;
}

/**
 * Deletes an account with its sessions and usage, and answers it; routers are told to end those that are open.
 * @throws AppError notFound.
 */
export function deleteAccount(ctx: Ctx, id: number): Promise<AccessAccount> {
  return transact(ctx, async (tx) => {
    const before = await getAccount(tx, id);
    await accounts.remove(tx.db, id);
    await auditAccount(tx, 'accessAccount.delete', { before });
    return before;
  });
}

/**
 * The password of an account, for whoever sets up a router; the audit log says who saw it.
 * @throws AppError notFound; rule for a device, which has none; unavailable where the key of secrets is another one.
 */
export function showPassword(
  ctx: Ctx,
  id: number,
): Promise<{ username: string; password: string }> {
  return transact(ctx, async (tx) => {
    const account = await getAccount(tx, id);
    const encrypted = (await queries.findPassword(tx.db, id)) ?? refuseDevice();
    const password = tx.ports.secrets.decrypt(encrypted, passwordPurpose(id));
    await auditAccount(tx, 'accessAccount.showPassword', { after: account });
    return { username: account.username, password };
  });
}

/**
 * Gives an account a new password, the typed one or one that is made. A router asks again at the next sign-in: an open
 * session goes on.
 * @throws AppError notFound; rule for a device; invalid.
 */
export function renewPassword(
  ctx: Ctx,
  id: number,
  typed: string | undefined,
): Promise<{ username: string; password: string }> {
  return transact(ctx, async (tx) => {
    const record = await lockAccount(tx, id);
    if (record.kind === 'mac') refuseDevice();
    const password = typed ?? makePassword((below) => tx.random.integer(below));
    assertPassword(password);
    await queries.writePassword(tx.db, id, storedPassword(tx, id, password), tx.now);
    await queries.forgetTries(tx.db, id);
    await auditAccount(tx, 'accessAccount.renewPassword', { after: await getAccount(tx, id) });
    return { username: record.username, password };
  });
}

function refuseDevice(): never {
  return invalidField('password', 'A device signs in by its address, without a password.');
}

function auditAccount(
  tx: Ctx,
  action: string,
  { before, after }: { before?: AccessAccount; after?: AccessAccount },
): Promise<void> {
  const record = (after ?? before)!;
  const isCall = action.endsWith('Password');
  const header = { action, entity: 'accessAccount', entityId: record.id };
  const summary = `${record.username} of ${record.customerNumber} ${record.customerName}`;
  if (isCall) return audit(tx, { ...header, summary, facts: {} });
  return audit(tx, {
    ...header,
    summary,
    schema,
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  });
}

/** Accounts read at a time by an export. */
const BATCH = 500;

const columns: readonly Column<AccessAccount>[] = [
  { header: 'customerId', kind: 'text', value: (row) => row.customerNumber },
  { header: 'customerName', kind: 'text', value: (row) => row.customerName, width: 28 },
  { header: 'username', kind: 'text', value: (row) => row.username, width: 20 },
  { header: 'kind', kind: 'text', value: (row) => row.kind },
  { header: 'fixedIp', kind: 'text', value: (row) => row.fixedIp, width: 16 },
  { header: 'pool', kind: 'text', value: (row) => row.pool },
  { header: 'sessionsAtOnce', kind: 'number', value: (row) => row.sessionsAtOnce },
  { header: 'access', kind: 'text', value: (row) => row.access },
  { header: 'reason', kind: 'text', value: (row) => row.reason },
  { header: 'downloadKbps', kind: 'number', value: (row) => row.downloadKbps },
  { header: 'uploadKbps', kind: 'number', value: (row) => row.uploadKbps },
  { header: 'uploadBytes', kind: 'number', value: (row) => row.uploadBytes },
  { header: 'downloadBytes', kind: 'number', value: (row) => row.downloadBytes },
  { header: 'notes', kind: 'text', value: (row) => row.notes, width: 40 },
];

/** The filtered list as .xlsx or .csv, streamed (decision 20), without passwords. */
export function exportAccounts(
  ctx: Ctx,
  { format = 'xlsx', ...filter }: AccountFilter & { format?: ExportFormat | undefined },
): FileAnswer {
  const file = { name: `access-accounts-${ctx.today}`, sheetName: 'Access accounts', format };
  return exportFile(file, columns, read(ctx, filter));
}

async function* read(ctx: Ctx, filter: AccountFilter): AsyncGenerator<AccessAccount[]> {
  for await (const rows of queries.streamAccounts(ctx.db, filter, sinceOf(ctx), BATCH))
    yield rows.map(toAccount);
}
