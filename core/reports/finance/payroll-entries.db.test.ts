import { sale } from '@nimule/fixtures/testing/ledger';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { showPrivate } from '../../accounting/private/service.ts';
import { credit, debit } from '../../accounting/rules.ts';
import { post } from '../../accounting/service-post.ts';
import { transact } from '../../context.ts';
import { can } from '../../identity/actor.ts';
import { type Role, roles } from '../../identity/roles.ts';
import { invoke } from '../../invoke.ts';
import type { FileAnswer, RawInput } from '../../kernel/contract.ts';
import { isAppError } from '../../kernel/errors.ts';
import { cents } from '../../kernel/money.ts';
import type { Operation } from '../../routes.ts';

let app: TestApp;
let id = 0;

/** What no answer may contain without pay.read. */
const SECRET = /Deng Akol|PR-2026-0001|913\.77|71234|712\.34/;

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  const payroll = (sourceId: number, name: string, gross: number) =>
    sale('2026-10-31', 1, {
      source: 'payroll.approval',
      sourceId,
      description: `Payroll PR-2026-000${sourceId}, ${name}`,
      reference: `PR-2026-000${sourceId}`,
      lines: [debit('5420', cents(gross)), credit('2330', cents(gross))],
    });
  await transact(contextOf(app), async (tx) => {
    const entries = [payroll(1, 'Deng Akol', 91_377), payroll(2, 'Keji Ladu', 71_234)];
    id = (await post(tx, entries))[0]!.id;
    await showPrivate(tx, 'payroll.approval', [1, 2]);
  });
});
afterAll(() => app.close());

async function textOf(body: unknown): Promise<string> {
  const file = (body as FileAnswer | undefined)?.body;
  if (file === undefined) return JSON.stringify(body) ?? '';
  if (file instanceof Uint8Array) return Buffer.from(file).toString('latin1');
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** The answer as a text, or the kind of the error. */
async function call(role: Role, operation: Operation, input: RawInput): Promise<string> {
  try {
    return await textOf((await invoke(app, staff(role), operation, input)).body);
  } catch (error) {
    if (isAppError(error)) return `${error.kind}: ${error.message}`;
    throw error;
  }
}

const october = { month: '10', year: '2026' };
const ledger = { accountCode: '5420', from: '2026-10', to: '2026-10' };
const shown: [Operation, () => RawInput][] = [
  ['listJournalEntries', () => ({ query: october })],
  ['listJournalEntries', () => ({ query: { ...october, source: 'payroll.approval' } })],
  ['listJournalEntries', () => ({ query: { ...october, q: 'Deng' } })],
  ['accountLedger', () => ({ query: ledger })],
  ['accountLedger', () => ({ query: { ...ledger, q: 'Deng' } })],
  ['exportLedger', () => ({ query: { ...ledger, format: 'csv' } })],
  ['exportBooks', () => ({ query: { format: 'hledger' } })],
  ['exportBooks', () => ({ query: { format: 'beancount' } })],
  ['exportBooks', () => ({ query: { format: 'ledger' } })],
  ['searchEverything', () => ({ query: { q: 'JE-2026-000001' } })],
  ['searchEverything', () => ({ query: { q: 'PR-2026-0001' } })],
  ['listAuditLog', () => ({ query: { entityId: 'JE-2026-000001' } })],
];
/** Operations on the entry itself, which are refused. */
const single: [Operation, () => RawInput][] = [
  ['getJournalEntry', () => ({ params: { id: String(id) } })],
  ['lookupJournalEntry', () => ({ query: { entryId: 'JE-2026-000001' } })],
  ['journalVoucher', () => ({ params: { id: String(id) } })],
  ['journalVoucher', () => ({ params: { id: '900000000202610' } })],
  ['listEntryAttachments', () => ({ params: { id: String(id) } })],
  ['downloadEntryAttachment', () => ({ params: { id: String(id), attachmentId: '1' } })],
  ['listDocumentEntries', () => ({ params: { kind: 'payroll', id: '1' } })],
  ['listDocumentEntries', () => ({ params: { kind: 'payroll.payment', id: '1' } })],
  ['reverseJournalEntry', () => ({ params: { id: String(id) }, body: { reason: 'x' } })],
];

const readers = roles.filter((role) => can(staff(role), 'accounting.read'));

it.each(readers)('%s sees single entries of payroll only with pay.read', async (role) => {
  const maySee = can(staff(role), 'pay.read');
  const seen: string[] = [];
  for (const [operation, input] of shown) {
    const answer = await call(role, operation, input());
    if (!maySee) expect([operation, SECRET.test(answer)]).toEqual([operation, false]);
    else if (SECRET.test(answer)) seen.push(operation);
  }
  if (maySee)
    expect(new Set(seen)).toEqual(
      new Set(['listJournalEntries', 'accountLedger', 'exportLedger', 'exportBooks']),
    );
  for (const [operation, input] of single) {
    const answer = await call(role, operation, input());
    const mayDo = operation !== 'reverseJournalEntry' || can(staff(role), 'journal.post');
    const isRefused = answer.startsWith('forbidden:');
    expect([operation, isRefused]).toEqual([operation, !maySee || !mayDo]);
    if (!maySee) expect(answer).toMatch(/^forbidden: Access Denied: your role \(.+\) may not /);
  }
  expect(
    await call(role, 'lookupJournalEntry', { query: { entryId: 'PAYROLL-2026-10' } }),
  ).toContain('1626.11');
});

it('is tested for both kinds of roles', () => {
  expect(readers.filter((role) => can(staff(role), 'pay.read'))).toContain('ceo');
  expect(readers.filter((role) => !can(staff(role), 'pay.read'))).toEqual(
    expect.arrayContaining(['billing', 'support', 'operations_manager']),
  );
});
