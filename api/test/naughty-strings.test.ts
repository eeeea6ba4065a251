import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from '@nimule/core/kernel/contract';
import { normaliseText, oneLine, visiblePart } from '@nimule/core/kernel/text';
import { outboxEmail } from '@nimule/core/ports/email';
import { type Operation, operationNames, routes } from '@nimule/core/routes';
import { needing, programsOfBackups } from '@nimule/fixtures/testing/needs';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Field, fieldsOf, operationsWithInput, withField } from './fields.ts';
import { type Harness, startHarness } from './harness.ts';
import { call, collectionOf, formOf, type Inputs, prepareInputs } from './inputs.ts';

let harness: Harness;
let inputs: Inputs;
let outbox: string;

beforeAll(async () => {
  harness = await startHarness({ requestsPerMinute: Number.POSITIVE_INFINITY });
  outbox = await mkdtemp(join(tmpdir(), 'nimule-naughty-'));
  harness.app.ports.email = outboxEmail(outbox, 'Nimule <info@nimule.example>');
  inputs = await prepareInputs(harness);
});
afterAll(async () => {
  await harness.close();
  await rm(outbox, { recursive: true, force: true });
});

/** The file, extended by the strings below. */
const strings = readFileSync(
  new URL('../../fixtures/files/naughty-strings.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const nastiest = [
  'nothing\u0000between',
  '\ud800 half a pair \udc00',
  '\u202eكسر\u202c \u2066abc\u2069',
  'Ame\u0301lie 👩‍👩‍👧‍👦🇸🇸\r\n\tO\u2019Brien \u0007',
  "\"'`´\\'; drop table customers; --",
  '__proto__',
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}',
  "=cmd|' /C calc'!A0",
  ' \t\r\n\u00a0\u2003\ufeff',
  'x'.repeat(100_000),
];
/** Tried in every field: an invalid text, one to be stored unchanged and unique, and one too long. */
const forEveryField = (name: string) => [
  'nothing\u0000between \ud800',
  `Ame\u0301lie "'\`´\\'; drop table x; -- %_ =1+1 \u202eكسر\u202c 👩‍👩‍👧‍👦 ${name}`,
  'x'.repeat(100_000),
];

/** Fields whose schemas accept the same of these, with the same type, are of one kind: name, notes, amount, date … */
const probes = [
  ...['Akol Deng', 'one\ntwo', 'akol@example.net', '+211 920 000 001', 'SC001', 'akol.deng'],
  ...['25', '-25', '25.5', '2026-11-20', '2026-11', 'true', '', 'river fish 5', 'x'.repeat(1000)],
];

function kindOf({ part, schema }: Field): string {
  const taken = probes.map((text) => {
    const { success, data } = z.safeDecode(schema as z.ZodType, text);
    if (!success) return 'refused';
    return typeof data === 'string' && data !== text ? 'changed' : typeof data;
  });
  return [part, ...taken].join(' ');
}

function nameOf(operation: Operation, { path }: Field): string {
  return [operation, ...path].join('.');
}

/** Their calls create a document, an e-mail or a password hash each time. */
const slow = new Set<Operation>(['changePassword', 'login', 'emailInvoice']);
const isSlow = (operation: Operation) => slow.has(operation) || 'file' in routes[operation];

/** One field of each kind, which gets all of the nastiest strings and a part of the file. */
const chosen = new Map<string, string>();
for (const operation of operationsWithInput.toSorted((a, b) => +isSlow(a) - +isSlow(b))) {
  for (const field of fieldsOf(operation)) {
    // What is not looked at is of no kind.
    if (field.schema instanceof z.ZodUnknown) continue;
    const kind = kindOf(field);
    if (!chosen.has(kind)) chosen.set(kind, nameOf(operation, field));
  }
}
const representatives = new Set(chosen.values());
/** The strings of the file are distributed over them; a path parameter of one or two dots would change the path. */
const places = [
  // A field of the query may have the name of one of the body.
  ...new Set([...chosen].flatMap(([kind, name]) => (kind.startsWith('params') ? [] : [name]))),
];

const used = new Set<string>();

function stringsFor(operation: Operation, field: Field): string[] {
  const name = nameOf(operation, field);
  const place = places.indexOf(name);
  const share = strings.filter((_, index) => index % places.length === place);
  const sent = [...forEveryField(name), ...(representatives.has(name) ? nastiest : []), ...share];
  for (const text of sent) used.add(text);
  return sent;
}

const STACK = /\bat \S+ \(|node_modules|\.[mc]?[jt]s:\d+:\d+/;

/** The fault of an answer to any input. */
function faultOf(answer: LightMyRequestResponse): string | undefined {
  const { statusCode, body, headers } = answer;
  if (statusCode >= 500) return `${statusCode} ${body.slice(0, 200)}`;
  if (statusCode < 400) return undefined;
  if (STACK.test(body)) return `a stack trace: ${body.slice(0, 500)}`;
  if (!String(headers['content-type']).startsWith('application/json')) return 'it is no JSON';
  const { code, message } = answer.json();
  // With these, the text did not reach the tested code.
  if ([403, 429].includes(statusCode) || code === 'session.missing') return `${statusCode} ${code}`;
  const hasMessage = [code, message].every((text) => typeof text === 'string' && text !== '');
  return hasMessage ? undefined : `it does not say what is wrong: ${body.slice(0, 200)}`;
}

/**
 * Values that are claimed by calls but set by the server (decision 28), counted up, taken from records, or parsed as a
 * number (decision 48).
 */
const serverSet = new Set([
  // The request's own; that of the refund is in `refund`.
  'refundPaymentRequest.reference',
  'createCustomer.bandwidth',
  'updateCustomer.updates.bandwidth',
  'updateCustomer.id',
  'updatePaymentStatus.id',
  'updateInvoice.amountSsp',
  'createJournalEntry.totalDebit',
  'createJournalEntry.totalCredit',
  'emailInvoice.to',
  'createTicket.ticketId',
  // Computed, or decided by the workflow (decision 28).
  'createLeaveRequest.daysRequested',
  'createLeaveRequest.status',
  'createLeaveRequest.requestDate',
  'createLeaveRequest.approvedBy',
  'createLeaveRequest.approvalDate',
  'createOwnLeaveRequest.daysRequested',
  'createOwnLeaveRequest.status',
  'createOwnLeaveRequest.requestDate',
  'createOwnLeaveRequest.approvedBy',
  'createOwnLeaveRequest.approvalDate',
  'createOrder.orderDate',
  'createOrder.totalAmount',
  'createTicket.status',
  'updateTicket.resolvedAt',
  // Claims about a payroll (decision 28).
  ...['createPayroll', 'updatePayroll'].flatMap((operation) =>
    ['employeeName', 'grossPay', 'totalDeductions', 'netPay', 'status', 'processedDate'].map(
      (field) => `${operation}.${field}`,
    ),
  ),
  // Its id is not that of the ticket by which it is read.
  'commentTicket.body',
  // What was decided on is not listed any more.
  'decideApproval.reason',
  'createOrder.items.0.totalPrice',
  'reviewRequisition.userId',
  'approveRequisition.userId',
  'setOrderStatus.userId',
  'setOrderStatus.userRole',
  'deleteOrder.userId',
  'deleteOrder.userRole',
  'createSale.orderNumber',
  'createSale.orderDate',
  'createSale.salesPersonId',
  'createSale.status',
  'createSale.paymentStatus',
  'createSale.subtotalUsd',
  'createSale.subtotalSsp',
  'createSale.taxAmountUsd',
  'createSale.taxAmountSsp',
  'createSale.totalAmountUsd',
  'createSale.totalAmountSsp',
  'createSale.items.0.unitPriceSsp',
  'createSale.items.0.totalPriceUsd',
  'createSale.items.0.totalPriceSsp',
  'updateSale.items.0.unitPriceSsp',
  'updateSale.items.0.totalPriceUsd',
  'updateSale.items.0.totalPriceSsp',
  'sellAtCounter.items.0.unitPriceSsp',
  'sellAtCounter.items.0.totalPriceUsd',
  'sellAtCounter.items.0.totalPriceSsp',
  // Stored with the delivery alone.
  'changeSaleStatus.receivedBy',
  // The answer is the order, with its own notes.
  'receiveGoods.notes',
]);
/** Fields that have another name in the answer. */
const answeredAs: Record<string, string> = {
  'chat.message': 'content',
  'approveLeaveRequest.notes': 'decisionNotes',
  'rejectLeaveRequest.notes': 'decisionNotes',
  'cancelLeaveRequest.notes': 'decisionNotes',
  'setPromise.until': 'doNotDisconnectUntil',
  'reviewRequisition.notes': 'reviewNotes',
  'approveRequisition.notes': 'decisionNotes',
  'setPromise.reason': 'doNotDisconnectReason',
  'grantCredit.reason': 'notes',
  'reversePayment.reason': 'reversalReason',
  'reverseJournalEntry.date': 'entryDate',
  'reverseJournalEntry.reason': 'description',
  'resetUserPassword.password': 'temporaryPassword',
  'sendMessage.message': 'text',
  'createExpense.amount': 'amountUsd',
  'updateExpense.amount': 'amountUsd',
  'payExpense.amount': 'amountUsd',
  'reverseExpensePayment.reason': 'reversalReason',
  'reverseSupplierPayment.reason': 'reversalReason',
  'reversePayroll.reason': 'reversalReason',
  'reversePayrollPayment.reason': 'reversalReason',
  'reverseRemittance.reason': 'reversalReason',
  'reverseAdvance.reason': 'reversalReason',
  'repayAdvance.reference': 'repaymentReference',
  'reverseRepayment.reason': 'movementReason',
  'cancelBill.reason': 'cancelReason',
  'correctAttendance.reason': 'correctionReason',
};
/** Operations that answer with a record whose last payment holds what was sent. */
const onPayments = new Set<Operation>(['payExpense', 'reverseExpensePayment']);
/** The fields of a line that an import of expenses judges. */
const pastedFields = [
  'date',
  'location',
  'description',
  'expenseType',
  'category',
  'amount',
  'currency',
  'account',
];
/** Texts that become the end of a longer one. */
const embeddedTexts = new Set(['reverseJournalEntry.reason']);
/** Accepted, but in no answer: passwords, sheets of a .csv, and texts that are stored in other records. */
const notReturned = [
  // The answer holds the chat and its messages, not the record.
  'chat.message',
  'chat.sessionId',
  'escalateChat.reason',
  // It is in one of the voids of the sale.
  'voidVouchers.reason',
  'changePassword.userId',
  'changePassword.newPassword',
  'createUser.password',
  'updateUser.currentPassword',
  'emailInvoice.text',
  'importFile.sheet',
  'buyWifi.hotspotId',
  'acceptPaymentRequest.reason',
  'refundPaymentRequest.reason',
  'momoCallback',
  'momoCallbackPost',
  'updatePaymentStatus.reason',
  'repayAdvance.reference',
  'reverseRepayment.reason',
  'setCarryOver.note',
  'updateTicket.reason',
  'updateRequisition.reason',
  'updateOrder.reason',
  'setOrderStatus.reason',
  'deleteOrder.reason',
  'receiveGoods.deliveryNote',
  'createOrder.newSupplier.name',
  'createEquipment.reason',
  'updateEquipment.reason',
  'adjustStock.reason',
  'submitStockCount.reason',
  'importFile.keepPrices',
  'countTill.note',
  'createSale.priceReason',
  'updateSale.priceReason',
  'sellAtCounter.notes',
  'sellAtCounter.receivedBy',
  'sellAtCounter.payment.reference',
  'changeSaleStatus.reason',
  'returnSale.reason',
  'startImportRun.settings.sheet',
  'startImportRun.settings.map.name',
  'startImportRun.settings.map.name.0',
  'startImportRun.settings.map.name.first.0',
  'startImportRun.settings.map.name.first.0.0',
  'startImportRun.settings.value.name',
  'startImportRun.settings.set.name',
  'previewSms.list',
  'previewSms.message',
  'sendSms.list',
  'previewMessageType.smsText',
  'previewMessageType.emailSubject',
  'previewMessageType.emailText',
  ...pastedFields.flatMap((name) => [
    `previewExpenseImport.expenses.0.${name}`,
    `importExpenses.expenses.0.${name}`,
  ]),
];
/** Texts of records that must have been stored and read back. */
const texts = [
  'createUser.fullName',
  'updateUser.fullName',
  'createCustomer.name',
  'createCustomer.address',
  'updateCustomer.updates.name',
  'updateCustomer.updates.address',
  'setPromise.reason',
  'createManualInvoice.description',
  'createManualInvoice.notes',
  'updateInvoice.notes',
  'updatePaymentStatus.paymentReference',
  'updatePaymentStatus.notes',
  'recordPayment.reference',
  'recordPayment.notes',
  'grantCredit.reason',
  'recordRefund.reason',
  'recordRefund.reference',
  'reversePayment.reason',
  'updateRate.note',
  'createJournalEntry.description',
  'createJournalEntry.reference',
  'createJournalEntry.entries.0.description',
  'reverseJournalEntry.reason',
  'sendSms.message',
  'sendMessage.message',
  'sendMessage.subject',
  'createTemplate.name',
  'createTemplate.text',
  'updateTemplate.text',
  'createExpense.location',
  'createExpense.description',
  'createExpense.reference',
  'createExpense.notes',
  'updateExpense.location',
  'payExpense.reference',
  'reverseExpensePayment.reason',
  'createExpenseTemplate.location',
  'createSupplier.name',
  'createRequisition.notes',
  'createRequisition.items.0.description',
  'createOrder.notes',
  'createOrder.items.0.description',
  'createBill.supplierNumber',
  'createSupplierPayment.reference',
  'reverseSupplierPayment.reason',
  'updateExpenseTemplate.description',
];
/** The operation that reads the record back, where it is not that of `readOf`. */
const readAgain: Partial<Record<Operation, Operation>> = {
  createManualInvoice: 'getInvoice',
  grantCredit: 'getPayment',
  sendSms: 'getCampaign',
  correctAttendance: 'listAttendance',
  sellVouchers: 'getVoucherBatch',
};

/** Reads what a create, an update or an action of `/x` or `/x/:id` writes: `GET /x/:id` if there is one, else `GET /x`. */
function readOf(operation: Operation): Operation | undefined {
  const { method, path }: Route = routes[operation];
  if (method === 'GET' || method === 'DELETE') return undefined;
  const collection = collectionOf({ path }) ?? path;
  const reads = (address: string) =>
    operationNames.find((name) => routes[name].method === 'GET' && routes[name].path === address);
  return readAgain[operation] ?? reads(`${collection}/:id`) ?? reads(collection);
}

/** Calls that change the data of the next one are made in sequence. */
const inOrder = new Set<Operation>([...operationNames.filter(readOf), 'changePassword']);

type Row = Record<string, unknown>;

function isFreeText(schema: z.core.$ZodType): boolean {
  return z.safeDecode(schema as z.ZodType, 'whatever "you" say 🛰').success;
}

/** Notes and reasons, which keep their line breaks. */
function hasLines(schema: z.core.$ZodType): boolean {
  return z.safeDecode(schema as z.ZodType, 'one\ntwo').data === 'one\ntwo';
}

/** The expected value: a normalised text, or an amount or date in wire form. */
function keptAs({ schema }: Field, text: string): unknown {
  if (schema instanceof z.ZodString) return text;
  if (isFreeText(schema)) return hasLines(schema) ? normaliseText(text) : oneLine(text);
  return z.encode(schema as z.ZodType, z.decode(schema as z.ZodType, text));
}

async function readRow(operation: Operation, id: unknown): Promise<Row> {
  const read = readOf(operation);
  if (!read) throw new Error(`say in readAgain where what ${operation} writes is read`);
  const params = { id: String(id) };
  const answer = await call(harness, read, { params, query: {}, body: undefined }, inputs.cookie);
  const body: Row | Row[] = answer.json();
  const days = read === 'listAttendance' ? (body as { rows: { record: Row | null }[] }) : undefined;
  // The attendance of a day is listed by employee.
  const found = days
    ? days.rows.map(({ record }) => record).filter((record) => record !== null)
    : body;
  return (Array.isArray(found) ? found.find((row) => row.id === id) : found) ?? {};
}

/** The part of a record that contains a field: for a field in an array, its first element. */
function holderOf(row: Row, operation: Operation, { path }: Field): Row | undefined {
  if (onPayments.has(operation)) return (row.payments as Row[] | undefined)?.at(-1);
  if (!path.includes(0)) return row;
  return ((row[path[0]!] ?? row.lines ?? row.entries) as Row[] | undefined)?.[0];
}

/** Fields that were read back as expected, and those that no answer contained. */
const kept = new Set<string>();
const notShown = new Set<string>();

/** Compares the answer of an accepted call, and the record read afterwards, with the input. */
async function faultOfKept(
  operation: Operation,
  field: Field,
  text: string,
  answer: LightMyRequestResponse,
): Promise<string | undefined> {
  const name = nameOf(operation, field);
  if (field.part !== 'body' || serverSet.has(name) || name.endsWith('.version')) return undefined;
  // A file shows what it was asked for, and keeps nothing.
  if ('file' in routes[operation]) return undefined;
  const row: Row = answer.json();
  const key = answeredAs[name] ?? String(field.path.at(-1));
  const expected = keptAs(field, text);
  const isKept = (value: unknown) =>
    value === expected || (embeddedTexts.has(name) && String(value).endsWith(String(expected)));
  const told = holderOf(row, operation, field);
  if (!told || !(key in told)) {
    notShown.add(name);
    return undefined;
  }
  if (!isKept(told[key])) return `answered ${JSON.stringify(told[key])}`;
  if (row.id === undefined) return undefined;
  const stored = holderOf(await readRow(operation, row.id), operation, field)?.[key];
  if (!isKept(stored)) return `stored ${JSON.stringify(stored)}`;
  kept.add(name);
  return undefined;
}

/** Sends the strings of one field in otherwise valid calls and returns the faults. */
async function tryField(operation: Operation, field: Field): Promise<string[]> {
  const wrong: string[] = [];
  let input = await inputs.valid(operation);
  const attempt = async (text: string) => {
    const answer = await call(harness, operation, withField(input, field, text), inputs.cookie);
    const accepted = answer.statusCode < 300;
    const fault =
      faultOf(answer) ?? (accepted ? await faultOfKept(operation, field, text, answer) : undefined);
    const sent = JSON.stringify(text.slice(0, 60));
    if (fault) wrong.push(`${nameOf(operation, field)} = ${sent}: ${fault}`);
    return accepted;
  };
  if (inOrder.has(operation)) {
    for (const text of stringsFor(operation, field)) {
      // A call that can be made only once needs a new input.
      if (await attempt(text)) input = await inputs.valid(operation);
    }
  } else {
    await Promise.all(stringsFor(operation, field).map(attempt));
  }
  return wrong;
}

/** They take a backup that was made. */
const takesBackup = (operation: Operation) =>
  /^(verify|restore|download|delete)Backup$/.test(operation);

async function tryOperation(operation: Operation): Promise<void> {
  const { statusCode, body } = await call(
    harness,
    operation,
    await inputs.valid(operation),
    inputs.cookie,
  );
  // Otherwise refusals could have another cause than the string.
  expect([operation, statusCode, statusCode < 300 || body]).toEqual([operation, 200, true]);
  const wrong: string[] = [];
  for (const field of fieldsOf(operation)) wrong.push(...(await tryField(operation, field)));
  expect(wrong).toEqual([]);
}

describe('naughty strings', () => {
  it.each(operationsWithInput.filter((one) => !takesBackup(one)))(
    'in any field of %s are refused in words or kept',
    tryOperation,
    // A comprehensive report is made for each of the strings.
    120_000,
  );

  it.each(operationsWithInput.filter(takesBackup))(
    'in any field of %s are refused in words or kept',
    needing(...programsOfBackups()),
    tryOperation,
  );

  it('were all tried, and every text of records was read back', () => {
    expect(strings.filter((text) => !used.has(text))).toEqual([]);
    expect(texts.filter((name) => !kept.has(name))).toEqual([]);
    expect([...notShown].filter((name) => !notReturned.includes(name))).toEqual([]);
    expect(places.length).toBeGreaterThan(20);
  });
});

describe('naughty passwords', () => {
  it('sign in as they were typed', async () => {
    for (const password of nastiest.filter((text) => text.length <= 200 && text.length > 6)) {
      const valid = await inputs.valid('createUser');
      const input = { ...valid, body: { ...valid.body, password } };
      const made = await call(harness, 'createUser', input, inputs.cookie);
      const username = String(valid.body?.username);
      const signedIn = await call(
        harness,
        'login',
        { params: {}, query: {}, body: { username, password }, cookie: '' },
        '',
      );
      expect([password, made.statusCode, signedIn.statusCode]).toEqual([password, 200, 200]);
    }
  });
});

describe('naughty cells', () => {
  it('of a file with a naughty name are imported unchanged, or refused row by row', async () => {
    const short = nastiest.filter((text) => text.length < 1000);
    // With a zero byte the file would be binary.
    const cells = [...short, ...strings].filter((text) => !text.includes('\0'));
    const isName = (text: string) => {
      const name = oneLine(text);
      return visiblePart(name) !== '' && [...name].length <= 200;
    };
    const rows = cells.map((cell, index) => `N-${index},"${cell.replaceAll('"', '""')}"\n`);
    const form = formOf(
      { type: 'customers' },
      { filename: short.join(''), text: `customerId,name\n${rows.join('')}` },
    );
    const answer = await harness.server.inject({
      method: 'POST',
      url: '/api/import/upload',
      payload: form.payload,
      headers: { cookie: inputs.cookie, ...form.headers },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        recordsCreated: cells.filter(isName).length,
        recordsFailed: cells.filter((cell) => !isName(cell)).length,
      },
    ]);
    const list = await harness.server.inject({
      url: '/api/customers?q=n-&pageSize=1000',
      headers: { cookie: inputs.cookie },
    });
    const names = new Map(list.json().map(({ customerId, name }: Row) => [customerId, name]));
    const changed = cells.filter(
      (cell, index) => isName(cell) && names.get(`N-${index}`) !== oneLine(cell),
    );
    expect(changed).toEqual([]);
  });
});

describe('afterwards', () => {
  it('the books are sound, and no prototype was changed', async () => {
    const nothing = { params: {}, query: {}, body: undefined };
    const answer = await call(harness, 'checkBooks', nothing, inputs.cookie);
    expect(answer.json().checks.filter((check: Row) => !check.isSound)).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Row).polluted).toBeUndefined();
  });
});
