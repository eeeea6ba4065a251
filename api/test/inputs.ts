import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext } from '@nimule/core/context';
import type { Actor, StaffActor } from '@nimule/core/identity/actor';
import { importsEnded } from '@nimule/core/imports/runs/service-background';
import { invoke } from '@nimule/core/invoke';
import type { Route } from '@nimule/core/kernel/contract';
import { dateInJuba, monthOf } from '@nimule/core/kernel/dates';
import { setPause } from '@nimule/core/records/pause';
import { type Operation, operationNames, routes } from '@nimule/core/routes';
import { fillSafe } from '@nimule/fixtures/testing/cash';
import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import { newEmployee } from '@nimule/fixtures/testing/employees';
import { orderWithGoods } from '@nimule/fixtures/testing/procurement';
import { createTestNetwork } from '@nimule/fixtures/testing/servers/test-network';
import { staff } from '@nimule/fixtures/testing/test-app';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { CallInput } from './call-input.ts';
import type { Part } from './fields.ts';
import { createUser, type Harness, PASSWORD, signIn, staffCookie } from './harness.ts';
import { accessInputs } from './inputs-access.ts';
import { assistantInputs } from './inputs-assistant.ts';
import { factorInputs } from './inputs-factors.ts';
import { invoiceInputs } from './inputs-invoices.ts';
import { leaveInputs } from './inputs-leave.ts';
import { collectionInputs } from './inputs-payments.ts';

let samples = 0;

/** Typical inputs; a field gets the first that its schema accepts. Texts are new on each call, for unique fields. */
function typical(): string[] {
  samples += 1;
  const texts = [`Akol Deng ${samples}`, `akol.${samples}@example.net`, `akol.${samples}`];
  const phone = `0977${100_000 + samples}`;
  const key = String(samples).padStart(32, 'k');
  return [
    ...texts,
    ...['25', '5', '250', '2026-11-20', '2026-11', 'true', phone, '20:00', '2026', key],
    '10.0.0.9',
  ];
}

function accepts(schema: z.core.$ZodType, text: string): boolean {
  return z.safeDecode(schema as z.ZodType, text).success;
}

function sample(schema: z.core.$ZodType, place: string): unknown {
  if (schema instanceof z.ZodOptional) return undefined;
  if (schema instanceof z.ZodNullable) return sample(schema.unwrap(), place);
  if (schema instanceof z.ZodDefault) return sample(schema.unwrap(), place);
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodCodec && schema.in instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodObject) {
    const values = Object.entries(schema.shape).map(([name, inner]) => [
      name,
      sample(inner as z.core.$ZodType, `${place}.${name}`),
    ]);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  }
  const value = typical().find((text) => accepts(schema, text));
  if (value === undefined) throw new Error(`give ${place} a value in inputs.ts`);
  return value;
}

export interface Inputs {
  /** The administrator who makes the calls. */
  cookie: string;
  /**
   * A valid input. Of `/x/:id`, reads share one record, each PUT has its own, and a POST or DELETE, which may be possible
   * only once, gets a new one.
   */
  valid(operation: Operation): Promise<CallInput>;
}

type Given = Partial<CallInput>;

const PDF = '%PDF-1.4\n%%EOF\n';

/** A created record, as its creation answered it. */
type Made = Record<string, unknown> & { id: unknown };

const creators = new Map<string, Operation>(
  operationNames
    .filter((operation) => routes[operation].method === 'POST')
    .map((operation) => [routes[operation].path, operation]),
);
/** What creates the records of `/x/:id` where it is not `POST /x`. */
const createdBy: Record<string, Operation> = {
  '/api/sms/messages': 'sendSms',
  '/api/stock/equipment': 'createEquipment',
  '/api/billing/invoices': 'createManualInvoice',
  '/api/billing/invoice': 'createManualInvoice',
  '/api/billing/automation/runs': 'triggerBilling',
  '/api/voucher-batches': 'sellVouchers',
};
/** The addresses whose records have an id: '/api/customers' of '/api/customers/:id'. */
const collections = new Set(operationNames.flatMap((name) => collectionOf(routes[name]) ?? []));

/** '/api/customers' of '/api/customers/:id' and '/api/customers/:id/account'. */
export function collectionOf({ path }: Pick<Route, 'path'>): string | undefined {
  return /^(.*?)\/:id(?:\/|$)/.exec(path)?.[1];
}

/** The required fields of a body that name a record, with its collection: `customerId` of '/api/customers'. */
function referencesOf({ body }: Route): [string, string][] {
  if (!(body instanceof z.ZodObject)) return [];
  return Object.entries(body.shape).flatMap(([name, schema]): [string, string][] => {
    const kind = /^(\w+)Id$/.exec(name)?.[1];
    const collection = [...collections].find((path) => path.endsWith(`/${kind}s`));
    const isId =
      !(schema instanceof z.ZodOptional) &&
      accepts(schema as z.ZodType, '25') &&
      !accepts(schema as z.ZodType, 'text');
    return collection && isId ? [[name, collection]] : [];
  });
}

const LOOKUP = '/lookup';
const shell = { kind: 'shell', osUser: 'test' } as const;
/** Makes what `shell` decides on: nobody decides on what they made. */
const author = { kind: 'shell', osUser: 'author' } as const;

/**
 * Who makes records: the shell, except for views, which belong to the user of the calls, and for a till, which is opened
 * once by each user.
 */
function makerOf(operation: Operation, userId: number): Actor {
  if (operation === 'createView') return { ...(staff('master_admin') as StaffActor), userId };
  if (operation !== 'openTill') return shell;
  samples += 1;
  return { ...(staff('billing') as StaffActor), userId: 900_000 + samples };
}

/** Prepares valid inputs for every operation, by the schemas; creates the records that they need. */
export async function prepareInputs(harness: Harness): Promise<Inputs> {
  const { app, server } = harness;
  app.ports.network = createTestNetwork();
  await fillSafe(app, { usd: 1_000_000_00, ssp: 100_000_000_00 });
  const { id: userId, username } = await createUser(app, 'master_admin');
  const cookie = await signIn(server, username);
  const begun = new Set<string>();
  const shared = new Map<string, Promise<Made>>();

  async function create(collection: string): Promise<Made> {
    const operation = createdBy[collection] ?? creators.get(collection);
    if (!operation) throw new Error(`say in createdBy what creates ${collection}/:id`);
    const made = (await invoke(app, makerOf(operation, userId), operation, await valid(operation)))
      .body as Made;
    await importsEnded(app);
    return { ...made, id: made.id ?? made.runId };
  }

  /** The first record of each kind is not used, so that an id of 1 in a test does no harm. */
  async function newRecord(collection: string): Promise<Made> {
    if (!begun.has(collection)) {
      begun.add(collection);
      await create(collection);
    }
    return create(collection);
  }

  function sharedRecord(collection: string, operation?: Operation): Promise<Made> {
    const key = `${operation ?? ''} ${collection}`;
    const record = shared.get(key) ?? newRecord(collection);
    shared.set(key, record);
    return record;
  }

  function recordFor(operation: Operation, collection: string): Promise<Made> {
    const { method } = routes[operation];
    if (method === 'GET') return sharedRecord(collection);
    return method === 'PUT' ? sharedRecord(collection, operation) : newRecord(collection);
  }

  const entries = [
    { accountCode: '1110', debitAmount: '25' },
    { accountCode: '4510', creditAmount: '25' },
  ];

  const period = { accountCode: '1110', from: '2026-01', to: '2026-12' };
  const recurring = { entries, firstMonth: monthOf(dateInJuba(app.clock())), lastMonth: null };
  const ofGroup = {
    type: 'EXPENSE',
    normalBalance: 'DEBIT',
    isCash: 'no',
    currency: 'USD',
    expenseClass: 'operating',
  };
  let accounts = 0;
  const newAccount = () => {
    accounts += 1;
    const code = String(530_000 + accounts);
    return { body: { code, parentCode: '5300', ...ofGroup } };
  };

  /** What the schemas do not say. */
  const aBackup = async () => {
    const { body } = await invoke(app, shell, 'createBackup', {});
    return { params: { filename: (body as { filename: string }).filename } };
  };

  /** A staged file with a customer and a row to be refused. */
  const importOfFile = async () => {
    samples += 1;
    const folder = await mkdtemp(join(tmpdir(), 'nimule-inputs-'));
    const path = join(folder, 'customers.csv');
    await writeFile(path, `customerId,name\nS-${samples},Akol Deng\n,Nobody\n`);
    const upload = { filename: 'customers.csv', path, size: 1 };
    const { body } = await invoke(app, shell, 'stageImportFile', { upload });
    await rm(folder, { recursive: true });
    return { body: { fileId: String((body as { id: number }).id), type: 'customers' } };
  };

  const toSomebody = { recipientType: 'custom_list', list: '0977123456' };
  const reachable = () =>
    invoke(app, shell, 'createCustomer', {
      body: { name: 'Achol', email: 'achol@example.net' },
    }).then(({ body }) => body as Made);
  const withCampaign = async (before: Operation) => {
    const { id } = await create('/api/sms/messages');
    await invoke(app, shell, before, { params: { id: String(id) } });
    return { params: { id: String(id) } };
  };
  /** A campaign whose message has failed, or a failed message. */
  const withFailed = async (which: 'campaigns' | 'messages') => {
    const { id } = await create('/api/sms/messages');
    const { rows } = await app.pool.query(
      `with failed as (update messages set status = 'failed' where campaign_id = $1 returning id, campaign_id),
       counted as (update campaigns set queued = 0, failed = 1, status = 'done' where id = $1)
       select id, campaign_id from failed`,
      [id],
    );
    return { params: { id: String(which === 'campaigns' ? id : rows[0].id) } };
  };

  /** A record with a file. */
  async function withFile(collection: string, add: Operation): Promise<Given> {
    const { id } = await newRecord(collection);
    const folder = await mkdtemp(join(tmpdir(), 'nimule-inputs-'));
    const path = join(folder, 'plan.pdf');
    await writeFile(path, PDF);
    const params = { id: String(id) };
    const upload = { filename: 'plan.pdf', path, size: PDF.length };
    const { body } = await invoke(app, shell, add, { params, upload });
    await rm(folder, { recursive: true });
    return { params: { ...params, attachmentId: String((body as Made).id) } };
  }

  const withTicketFile = () => withFile('/api/support-tickets', 'addTicketAttachment');
  const withSlip = () => withFile('/api/accounting/journal-entries', 'addEntryAttachment');
  const withReceipt = () => withFile('/api/expenses', 'addExpenseAttachment');
  const withPaper = () => withFile('/api/hr/employees', 'addEmployeeAttachment');

  /** An expense of 25 dollars that is not paid yet. */
  async function onAccount(): Promise<{ params: { id: string } }> {
    const { body } = await valid('createExpense');
    const input = { body: { ...body, account: 'accounts_payable' } };
    const { id } = (await invoke(app, shell, 'createExpense', input)).body as Made;
    return { params: { id: String(id) } };
  }

  const pasted = () => {
    samples += 1;
    const line = { date: '2026-11-20', location: `Juba Networks ${samples}`, amount: '250' };
    return { body: { expenses: [line] } };
  };

  /** A count with one quantity that differs. */
  async function withDifference(): Promise<Given> {
    const { id, lines } = await newRecord('/api/stock/counts');
    const params = { id: String(id) };
    const [line] = lines as { equipmentId: number; expected: number }[];
    const counted = { equipmentId: line!.equipmentId, counted: line!.expected + 1 };
    await invoke(app, shell, 'updateStockCount', { params, body: { lines: [counted] } });
    return { params, body: { reason: 'Yearly count' } };
  }
  async function withRequest(): Promise<Given> {
    const asked = await withDifference();
    await invoke(app, shell, 'submitStockCount', asked);
    const { rows } = await app.pool.query('select max(id) as id from approvals');
    return { params: { id: String(rows[0].id) }, body: { accept: true } };
  }

  /** A supplier of this test, and an order of two units for an expense account that nobody has decided on. */
  async function newOrder(): Promise<Made & { items: Record<string, unknown>[] }> {
    const { id } = await sharedRecord('/api/suppliers');
    const items = [{ description: 'Paper', quantity: '2', unitPrice: '5' }];
    const body = { supplierId: String(id), expectedDelivery: '2026-12-01', items };
    return (await invoke(app, author, 'createOrder', { body })).body as Made & {
      items: Record<string, unknown>[];
    };
  }
  /** An approved order of which one unit came. */
  async function withGoods(): Promise<Given> {
    const params = { id: String((await newOrder()).id) };
    const status = 'approved';
    await invoke(app, shell, 'setOrderStatus', { params, body: { status } });
    const lines = [{ lineNo: '1', quantity: '1' }];
    await invoke(app, shell, 'receiveGoods', { params, body: { lines } });
    return { params };
  }
  const reviewed = async () => {
    const params = { id: String((await newRecord('/api/purchase-requisitions')).id) };
    await invoke(app, author, 'reviewRequisition', { params, body: {} });
    return { params };
  };

  /** A bill of a new supplier for goods that came; with another price than the order's it is held. */
  async function billOfGoods(unitPrice = '25'): Promise<Given> {
    const { id: supplierId } = await newRecord('/api/suppliers');
    const orderId = await orderWithGoods(createContext(app, shell), {
      supplierId: Number(supplierId),
      lines: [{ quantity: 10, unitPrice: 25_00 }],
    });
    const line = { orderId: String(orderId), orderLine: '1', quantity: '2', unitPrice };
    return { body: { supplierId: String(supplierId), lines: [line] } };
  }
  /** A payment in advance, and a bill of the same supplier. */
  async function withAdvance(): Promise<Given> {
    const bill = await valid('createBill');
    const made = (await invoke(app, shell, 'createBill', bill)).body as Made;
    const body = { supplierId: String(made.supplierId), amount: '20', account: 'cash' };
    const { id } = (await invoke(app, shell, 'createSupplierPayment', { body })).body as Made;
    return { params: { id: String(id) }, body: { billIds: [String(made.id)] } };
  }

  /** An item of 25 units with a price. */
  async function stockedItem(): Promise<string> {
    samples += 1;
    const body = {
      ...{ name: `Router ${samples}`, unitCostUsd: '10', markupPercentage: '25' },
      quantityInStock: '25',
    };
    return String(((await invoke(app, shell, 'createEquipment', { body })).body as Made).id);
  }
  /** A sale of two units to a customer. */
  async function saleOfItem(): Promise<Given> {
    const { id } = await sharedRecord('/api/customers');
    const items = [{ equipmentId: await stockedItem(), quantity: '2' }];
    return { body: { customerId: String(id), items } };
  }
  const soldAtCounter = async () =>
    (await invoke(app, shell, 'sellAtCounter', await saleOfItem())).body as { order: Made };
  async function withSold(): Promise<Given> {
    const { order } = await soldAtCounter();
    const lines = [{ lineNo: '1', quantity: '1' }];
    return { params: { id: String(order.id) }, body: { lines, reason: 'Broken' } };
  }
  const employee = async () => ({
    employeeId: String(await newEmployee(createContext(app, shell))),
  });
  const november = { startDate: '2026-11-01', endDate: '2026-11-30' };
  /** A payroll that is approved; it counts as processed by somebody else, so that the shell may approve it. */
  async function approvedPayroll(): Promise<{ params: { id: string } }> {
    const { id } = await newRecord('/api/hr/payroll');
    await asOwner(
      app,
      `update payrolls set processed_by_id = 0, changed_by_id = 0 where id = ${id}`,
    );
    const params = { id: String(id) };
    await invoke(app, shell, 'approvePayroll', { params, body: {} });
    return { params };
  }
  const batchOfOne = async () => {
    const { employeeId } = await employee();
    return { body: { employeeIds: [employeeId] } };
  };

  const soldVouchers = async () => {
    const { id } = await sharedRecord('/api/voucher-bundles');
    return { body: { bundleId: String(id), quantity: '5', customerPhone: '0977123456' } };
  };
  const newVoucher = async () =>
    (
      (await invoke(app, shell, 'sellVouchers', await soldVouchers())).body as {
        vouchers: (Made & { voucherCode: string })[];
      }
    ).vouchers[0]!;

  const networkSettings = {
    isPolling: 'yes',
    pings: '1',
    timeoutMs: '100',
    badSamples: '3',
    goodSamples: '3',
    maxUtilisation: '85',
    maxLatencyMs: '500',
    maxLoss: '20',
    keepSamplesDays: '14',
    keepHoursDays: '100',
  };

  const given: Partial<Record<Operation, () => Given | Promise<Given>>> = {
    ...factorInputs(harness),
    ...accessInputs(harness),
    ...leaveInputs(app, userId),
    ...invoiceInputs(app, async () => (await newRecord('/api/billing/invoices')).id),
    ...assistantInputs(
      app,
      { ...(staff('developer') as StaffActor), userId },
      async () => (await sharedRecord('/api/customers')).id,
    ),
    ...collectionInputs(app, async () => (await newRecord('/api/payment-requests')).id),
    createReportSchedule: () => ({
      body: { report: 'customer', recipients: ['grace@example.com'] },
    }),
    updateReportSchedule: () => ({
      body: { report: 'customer', recipients: ['peter@example.com'] },
    }),
    createPayroll: async () => ({
      body: { ...(await employee()), ...november, baseSalary: '1000' },
    }),
    payrollDraft: async () => ({ query: { ...(await employee()), ...november } }),
    previewPayrollBatch: batchOfOne,
    createPayrollBatch: batchOfOne,
    emailPayslip: approvedPayroll,
    addPayrollRate: () => ({ body: { brackets: [{ fromAmount: '0', points: '1500' }] } }),
    async createPayrollPayment() {
      const { params } = await approvedPayroll();
      return { body: { payrollIds: [params.id] } };
    },
    async createRemittance() {
      await approvedPayroll();
      return { body: { amount: '5' } };
    },
    createAdvance: async () => ({ body: await employee() }),
    async reverseRepayment() {
      const params = { id: String((await newRecord('/api/hr/advances')).id) };
      await invoke(app, shell, 'repayAdvance', {
        params,
        body: { amountUsd: '1', account: 'cash' },
      });
      const { movements } = (await invoke(app, shell, 'getAdvance', { params })).body as {
        movements: Made[];
      };
      return { params: { id: String(movements[0]!.id) } };
    },
    sellVouchers: soldVouchers,
    activateVoucher: async () => ({ params: { id: String((await newVoucher()).id) } }),
    redeemVoucher: async () => ({ body: { code: (await newVoucher()).voucherCode } }),
    updateNetworkSettings: () => ({ body: networkSettings }),
    async pollNetwork() {
      await invoke(app, shell, 'updateNetworkSettings', { body: networkSettings });
      return {};
    },
    async probeNode() {
      const { id } = await newRecord('/api/network/nodes');
      const input = { params: { id: String(id) }, body: { address: '192.0.2.1' } };
      await invoke(app, shell, 'updateNode', input);
      return { params: { id: String(id) } };
    },
    // Signing in ends the session that is sent with it.
    async login() {
      const { username } = await sharedRecord('/api/users');
      return { cookie: '', body: { username, password: PASSWORD } };
    },
    async changePassword() {
      const own = await createUser(app, 'support');
      return {
        cookie: await signIn(server, own.username),
        body: { currentPassword: PASSWORD, newPassword: 'Torit-Kapoeta-72' },
      };
    },
    createUser: () => ({ body: { role: 'billing', password: PASSWORD } }),
    // Of a plan with a fixed price, the server sets the fee.
    createCustomer: () => ({ body: { packageType: 'Flexible Plan', email: 'a@example.net' } }),
    updateCustomer: () => ({ body: { updates: { packageType: 'Flexible Plan' } } }),
    setPromise: () => ({ body: { until: '2026-12-15', reason: 'Paid on Monday' } }),
    // An invoice can be marked as paid once.
    // More than the credit is refused.
    async recordRefund() {
      const { id } = await newRecord('/api/customers');
      const body = { customerId: String(id), amount: '25' };
      await invoke(app, shell, 'recordPayment', { body });
      return { body: { customerId: String(id), amount: '25' } };
    },
    createJournalEntry: () => ({ body: { entries } }),
    accountLedger: () => ({ query: period }),
    exportLedger: () => ({ query: period }),
    listDocumentEntries: () => ({ params: { kind: 'payment', id: '1' } }),
    createAccount: newAccount,
    async updateAccount() {
      const { body } = newAccount();
      await invoke(app, shell, 'createAccount', { body: { ...body, name: 'Fuel' } });
      return { params: { code: body.code } };
    },
    createJournalTemplate: () => ({ body: recurring }),
    updateJournalTemplate: () => ({ body: recurring }),
    addEntryAttachment: async () => ({
      params: { id: String((await newRecord('/api/accounting/journal-entries')).id) },
      file: { filename: 'slip.pdf', text: PDF },
    }),
    downloadEntryAttachment: withSlip,
    deleteEntryAttachment: withSlip,
    // Months without entries.
    lockMonth: () => ({ params: { month: '2024-01' } }),
    unlockMonth: () => ({ params: { month: '2024-01' } }),
    importFile: () => ({ body: { type: 'customers' } }),
    previewImport: importOfFile,
    startImportRun: importOfFile,
    runJob: () => ({ params: { name: 'identity.purge' } }),
    verifyBackup: aBackup,
    restoreBackup: aBackup,
    downloadBackup: aBackup,
    deleteBackup: aBackup,
    // Everybody else has no telephone number.
    sendSms: () => ({ body: toSomebody }),
    previewSms: () => ({ body: toSomebody }),
    sendMessage: async () => ({
      body: { customerId: String((await reachable()).id), channel: 'email', subject: 'News' },
    }),
    updateMessageSettings: () => ({
      body: { quietFrom: '21:00', quietUntil: '06:30', pricePerPart: '0.035' },
    }),
    updateMessageType: () => ({
      params: { type: 'welcome' },
      body: {
        isOn: true,
        smsText: 'Welcome {name}',
        emailSubject: 'Welcome',
        emailText: 'Welcome',
      },
    }),
    previewMessageType: () => ({ params: { type: 'welcome' }, body: { smsText: 'Hello {name}' } }),
    async emailInvoices() {
      const { id } = await reachable();
      const body = { customerId: String(id), description: 'Cable', amountUsd: '20' };
      await invoke(app, shell, 'createManualInvoice', { body });
      return { body: { month: monthOf(dateInJuba(app.clock())) } };
    },
    createRequisition: () => ({
      body: {
        expectedDeliveryDate: '2026-12-01',
        items: [{ description: 'Cable', quantity: '2', unitCostUsd: '12.50' }],
      },
    }),
    async requisitionOfLowStock() {
      const body = { name: `Low ${samples}`, unitCostUsd: '5', markupPercentage: '25' };
      samples += 1;
      await invoke(app, shell, 'createEquipment', { body });
      return {};
    },
    // Made by the administrator of another session, so that this one may decide.
    reviewRequisition: async () => ({
      params: { id: String((await newRecord('/api/purchase-requisitions')).id) },
    }),
    approveRequisition: reviewed,
    async createOrder() {
      const { id } = await sharedRecord('/api/suppliers');
      const items = [{ description: 'Paper', quantity: '2', unitPrice: '5' }];
      return { body: { supplierId: String(id), expectedDelivery: '2026-12-01', items } };
    },
    setOrderStatus: async () => ({
      params: { id: String((await newOrder()).id) },
      body: { status: 'approved' },
    }),
    async receiveGoods() {
      const { params } = await withGoods();
      return { params: params!, body: { lines: [{ lineNo: '1', quantity: '1' }] } };
    },
    async goodsReceiptPdf() {
      await withGoods();
      const { rows } = await app.pool.query('select max(id) as id from goods_receipts');
      return { params: { id: String(rows[0].id) } };
    },
    createStockCount: async () => {
      await sharedRecord('/api/network-equipment');
      return {};
    },
    createSale: saleOfItem,
    sellAtCounter: saleOfItem,
    returnSale: withSold,
    async creditNotePdf() {
      await invoke(app, shell, 'returnSale', await withSold());
      const { rows } = await app.pool.query('select max(id) as id from sales_returns');
      return { params: { id: String(rows[0].id) } };
    },
    submitStockCount: withDifference,
    decideApproval: withRequest,
    async withdrawApproval() {
      const { rows } = await sql<{ id: number }>`
        insert into approvals (kind, entity, record, summary, amount_cents, requested_by, requested_by_id, reason, requested_at,
          expires_at, payload)
        values ('expense', 'expense', 'Depot', 'Expense: Diesel', 300000, 'Test', ${userId}, '', ${app.clock()},
          ${new Date(app.clock().getTime() + 86_400_000)}, '{"operation": "createExpense", "params": {}, "body": {}}')
        returning id`.execute(app.db);
      return { params: { id: String(rows[0]!.id) } };
    },
    async createLoan() {
      const name = `Router ${samples}`;
      const body = { name, unitCostUsd: '5', markupPercentage: '25', quantityInStock: '3' };
      const { id } = (await invoke(app, shell, 'createEquipment', { body })).body as Made;
      return { body: { equipmentId: String(id), quantity: '2' } };
    },
    openTill: async () => ({ cookie: await staffCookie(harness, 'support') }),
    countTill: async () => ({
      params: { id: String((await newRecord('/api/till')).id) },
      body: { pieces: [{ currency: 'USD', denomination: '5', pieces: '2' }], note: 'Found' },
    }),
    async acceptTill() {
      const params = { id: String((await newRecord('/api/till')).id) };
      await invoke(app, shell, 'countTill', { params, body: { pieces: [] } });
      return { params };
    },
    createBill: () => billOfGoods(),
    allocateSupplierPayment: withAdvance,
    updateSupportSettings: () => ({ body: { workDays: [1, 2], workFrom: '08:00' } }),
    mergeTicket: async () => ({
      params: { id: String((await newRecord('/api/support-tickets')).id) },
      body: { intoId: String((await newRecord('/api/support-tickets')).id) },
    }),
    addTicketAttachment: async () => ({
      params: { id: String((await newRecord('/api/support-tickets')).id) },
      file: { filename: 'plan.pdf', text: PDF },
    }),
    downloadTicketAttachment: withTicketFile,
    deleteTicketAttachment: withTicketFile,
    importExpenses: pasted,
    previewExpenseImport: pasted,
    // In part, so that it can be paid again.
    payExpense: async () => ({ ...(await onAccount()), body: { amount: '5' } }),
    async reverseExpensePayment() {
      const { params } = await onAccount();
      const input = { params, body: { account: 'cash' } };
      const { payments } = (await invoke(app, shell, 'payExpense', input)).body as {
        payments: Made[];
      } & Made;
      return { params: { ...params, paymentId: String(payments[0]!.id) } };
    },
    addExpenseAttachment: async () => ({
      params: { id: String((await newRecord('/api/expenses')).id) },
      file: { filename: 'receipt.pdf', text: PDF },
    }),
    createEmployee: () => ({ body: { department: 'Administration', sameEmployee: true } }),
    addEmployeeAttachment: async () => ({
      params: { id: String((await newRecord('/api/hr/employees')).id) },
      file: { filename: 'contract.pdf', text: PDF },
    }),
    downloadEmployeeAttachment: withPaper,
    deleteEmployeeAttachment: withPaper,
    downloadExpenseAttachment: withReceipt,
    deleteExpenseAttachment: withReceipt,
    resumeCampaign: () => withCampaign('stopCampaign'),
    retryCampaign: () => withFailed('campaigns'),
    sendMessageAgain: () => withFailed('messages'),
    async resumeAfterRestore() {
      const since = app.clock();
      await setPause(createContext(app, shell), { since, by: 'Grace', filename: 'a.sql' });
      return {};
    },
  };

  async function idOf(operation: Operation): Promise<Given['params']> {
    const collection = collectionOf(routes[operation]);
    if (collection === undefined) return undefined;
    return { id: String((await recordFor(operation, collection)).id) };
  }

  /** The number that a look-up finds, such as `customerId` of a customer. */
  async function numberOf({ path, query }: Route): Promise<Given['query']> {
    if (!path.endsWith(LOOKUP)) return undefined;
    const record = await sharedRecord(path.slice(0, -LOOKUP.length));
    const names = Object.keys(query?.shape ?? {});
    return Object.fromEntries(names.map((name) => [name, record[name]]));
  }

  async function idsIn(route: Route): Promise<Given['body']> {
    const ids: Record<string, string> = {};
    for (const [name, collection] of referencesOf(route))
      ids[name] = String((await sharedRecord(collection)).id);
    return ids;
  }

  async function valid(operation: Operation): Promise<CallInput> {
    const route: Route = routes[operation];
    const sampled = (part: Part) =>
      (route[part] ? sample(route[part], `${operation}.${part}`) : undefined) as
        | Record<string, unknown>
        | undefined;
    const more = await given[operation]?.();
    return {
      ...more,
      params: { ...sampled('params'), ...(more?.params ?? (await idOf(operation))) },
      query: { ...sampled('query'), ...(await numberOf(route)), ...more?.query },
      body: route.body && { ...sampled('body'), ...(await idsIn(route)), ...more?.body },
    };
  }

  return { cookie, valid };
}

/** Percent-encodes any text: half a surrogate pair as the bytes that some programs send for it. */
function percent(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text);
  return [...text]
    .map((character) => {
      if (character.isWellFormed()) return encodeURIComponent(character);
      const code = character.charCodeAt(0);
      const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
      return bytes.map((byte) => `%${byte.toString(16)}`).join('');
    })
    .join('');
}

const BOUNDARY = 'a8f0c1d9e2b7';
const FILE = 'customerId,name\nA-1,Akol Deng\n';

/** A form as browsers write it, with a small spreadsheet. */
export function formOf(
  fields: Record<string, unknown>,
  file: { filename: string; text: string },
): { payload: Buffer; headers: Record<string, string> } {
  const quoted = (text: string) =>
    text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const named = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const text = [
    ...named,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(file.filename)}"\r\n`,
    `Content-Type: text/csv\r\n\r\n${file.text}\r\n--${BOUNDARY}--\r\n`,
  ].join('');
  return {
    payload: Buffer.from(text),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

let calls = 0;

/** Calls over HTTP, each time from another address: what is tried here is not how often one may try. */
export function call(
  { server }: Pick<Harness, 'server'>,
  operation: Operation,
  input: CallInput,
  administrator: string,
): Promise<LightMyRequestResponse> {
  const { method, path, upload }: Route = routes[operation];
  const address = path.replaceAll(/:([^/]+)/g, (_, name: string) =>
    percent(String(input.params[name])),
  );
  const query = Object.entries(input.query)
    .map(([name, value]) => `${name}=${percent(String(value))}`)
    .join('&');
  const cookie = input.cookie ?? administrator;
  calls += 1;
  const request = {
    method,
    url: query ? `${address}?${query}` : address,
    remoteAddress: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
  };
  if (upload) {
    const form = formOf(input.body ?? {}, input.file ?? { filename: 'customers.csv', text: FILE });
    return server.inject({
      ...request,
      payload: form.payload,
      headers: { cookie, ...form.headers },
    });
  }
  return server.inject({
    ...request,
    headers: { cookie },
    ...(method === 'GET' || !input.body ? {} : { payload: input.body }),
  });
}
