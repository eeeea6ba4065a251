import { invoke } from '@nimule/core/invoke';
import type { Route } from '@nimule/core/kernel/contract';
import { type Operation, routes } from '@nimule/core/routes';
import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import type { Part } from './fields.ts';
import { createUser, type Harness, PASSWORD, signIn, staffCookie } from './harness.ts';

/** The input of a call. Path parameters and query are text; the body is JSON, or the fields sent with a file. */
export interface CallInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown> | undefined;
  /** The caller's session; by default the administrator's. */
  cookie?: string;
}

/** Typical inputs; a field gets the first that its schema accepts. */
const typical = ['Akol Deng', 'akol@example.net', '25', '2026-11-20', '2026-11', 'true'];

function sample(schema: z.core.$ZodType, place: string): unknown {
  if (schema instanceof z.ZodOptional) return undefined;
  if (schema instanceof z.ZodNullable) return sample(schema.unwrap(), place);
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodObject) {
    const values = Object.entries(schema.shape).map(([name, inner]) => [
      name,
      sample(inner as z.core.$ZodType, `${place}.${name}`),
    ]);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  }
  const value = typical.find((text) => z.safeDecode(schema as z.ZodType, text).success);
  if (value === undefined) throw new Error(`give ${place} a value in inputs.ts`);
  return value;
}

export interface Inputs {
  /** The administrator who makes the calls. */
  cookie: string;
  /** A valid input, with a new record if a call can be made only once per record. */
  valid(operation: Operation): Promise<CallInput>;
}

function pick(values: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

type Given = Partial<CallInput>;

/** Ids and numbers of the created records. */
interface Made {
  id: number;
  customerId: string;
  entryId: string;
  runId: number;
}

const shell = { kind: 'shell', osUser: 'test' } as const;

/**
 * Prepares valid inputs for every operation, by the schemas and with existing records. The first record of each kind is
 * not used by them, so that an id of 1 in a test does no harm.
 */
export async function prepareInputs(harness: Harness): Promise<Inputs> {
  const { app, server } = harness;
  const make = async (operation: Operation, body: unknown) =>
    (await invoke(app, shell, operation, { body })).body as Made;

  const newCustomer = () => make('createCustomer', { name: 'Akol Deng', email: 'a@example.net' });
  const newInvoice = (customerId: number) =>
    make('createManualInvoice', { customerId, description: 'Cable', amountUsd: 25 });
  const newPayment = (customerId: number) => make('recordPayment', { customerId, amount: 1 });
  const entries = [
    { accountCode: '1110', debitAmount: '25' },
    { accountCode: '4510', creditAmount: '25' },
  ];
  const newEntry = () =>
    make('createJournalEntry', { date: '2026-11-20', description: 'Sale', entries });

  const cookie = await staffCookie(harness, 'master_admin');
  await createUser(app, 'technician');
  const aside = await newCustomer();
  await newInvoice(aside.id);
  await newPayment(aside.id);
  await newEntry();

  const user = await createUser(app, 'support');
  const edited = await newCustomer();
  const customer = await newCustomer();
  const invoice = await newInvoice(customer.id);
  const payment = await newPayment(customer.id);
  const entry = await newEntry();
  const { runId } = await make('triggerBilling', {});

  /** The record for an address, by the address's prefix. */
  const records: Record<string, number> = {
    '/api/users/:id': user.id,
    '/api/customers/:id': customer.id,
    '/api/billing/invoices/:id': invoice.id,
    '/api/billing/invoice/:id': invoice.id,
    '/api/billing/payments/:id': payment.id,
    '/api/billing/automation/runs/:id': runId,
    '/api/accounting/journal-entries/:id': entry.id,
  };
  /** The numbers to look up. */
  const numbers = { customerId: customer.customerId, entryId: entry.entryId };
  const about = (id: number): Given => ({ params: { id: String(id) } });
  let made = 0;

  const given: Partial<Record<Operation, () => Given | Promise<Given>>> = {
    // Signing in ends the session that is sent with it.
    login: () => ({ cookie: '', body: { username: user.username, password: PASSWORD } }),
    async changePassword() {
      const own = await createUser(app, 'support');
      return {
        cookie: await signIn(server, own.username),
        body: { currentPassword: PASSWORD, newPassword: 'Torit-Kapoeta-72' },
      };
    },
    createUser() {
      made += 1;
      const names = {
        username: `akol.${made}`,
        email: `akol.${made}@example.net`,
        fullName: `Akol Deng ${made}`,
      };
      return { body: { ...names, role: 'billing', password: PASSWORD } };
    },
    deleteUser: async () => about((await createUser(app, 'support')).id),
    createCustomer: () => ({ body: { packageType: 'Flexible Plan' } }),
    updateCustomer: () => ({
      ...about(edited.id),
      body: { updates: { packageType: 'Flexible Plan' } },
    }),
    setPromise: () => ({ body: { until: '2026-12-15', reason: 'Paid on Monday' } }),
    deleteCustomer: async () => about((await newCustomer()).id),
    createManualInvoice: () => ({ body: { customerId: String(customer.id) } }),
    updatePaymentStatus: async () => ({
      ...about((await newInvoice(customer.id)).id),
      body: { status: 'paid' },
    }),
    recordPayment: () => ({ body: { customerId: String(customer.id) } }),
    grantCredit: () => ({ body: { customerId: String(customer.id) } }),
    reversePayment: async () => about((await newPayment(customer.id)).id),
    createJournalEntry: () => ({ body: { entries } }),
    reverseJournalEntry: async () => about((await newEntry()).id),
    // Months without entries.
    lockMonth: () => ({ params: { month: '2024-01' } }),
    unlockMonth: () => ({ params: { month: '2024-01' } }),
    importFile: () => ({ body: { type: 'customers' } }),
    runJob: () => ({ params: { name: 'identity.purge' } }),
  };

  return {
    cookie,
    async valid(operation) {
      const route: Route = routes[operation];
      const sampled = (part: Part) =>
        (route[part] ? sample(route[part], `${operation}.${part}`) : undefined) as
          | Record<string, unknown>
          | undefined;
      const start = Object.keys(records).find((path) => route.path.startsWith(path));
      const more = await given[operation]?.();
      return {
        ...more,
        params: {
          ...sampled('params'),
          ...(start && { id: String(records[start]) }),
          ...more?.params,
        },
        query: {
          ...sampled('query'),
          ...(route.path.endsWith('/lookup') &&
            pick(numbers, Object.keys(route.query?.shape ?? {}))),
          ...more?.query,
        },
        body: route.body && { ...sampled('body'), ...more?.body },
      };
    },
  };
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
    const form = formOf(input.body ?? {}, { filename: 'customers.csv', text: FILE });
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
