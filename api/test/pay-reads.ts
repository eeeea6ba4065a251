import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FileAnswer, RawInput, Route } from '@nimule/core/kernel/contract';
import { handlers } from '@nimule/core/operations';
import { type Operation, operationNames, routes } from '@nimule/core/routes';

const route = (operation: Operation): Route => routes[operation];

/** Documents are compressed; who gets those of payroll is tested with the books. */
const isDocument = (operation: Operation) =>
  route(operation).file === true && !/^export|^importTemplate/.test(operation);

/** All reads of the contract whose answers are texts. */
export const reads = operationNames.filter(
  (operation) =>
    route(operation).method === 'GET' &&
    !isDocument(operation) &&
    Object.hasOwn(handlers, operation),
);

const given: Record<string, readonly string[]> = {
  kind: ['payroll', 'payroll.payment', 'payroll.advance', 'expense'],
  yearMonth: ['2026-10'],
  month: ['2026-10'],
  type: ['employees', 'financial', 'hr', 'comprehensive'],
  name: ['result-by-account', 'payroll-by-month'],
  attachmentId: ['1'],
};
const accounts = ['1110', '1120', '1130', '1520', '2310', '2320', '2330', '2350', '5410', '5420'];

interface Swept {
  /** The employee whose pay is looked for. */
  employeeId: string;
  name: string;
  journalIds: readonly string[];
}

/** Every way in which a sweep calls a read. */
export function inputsOf(operation: Operation, swept: Swept): RawInput[] {
  const { path, params, file } = route(operation);
  const asText = file ? { format: 'csv' } : {};
  if (/accountLedger|exportLedger/.test(operation))
    return accounts.map((accountCode) => ({ query: { accountCode, ...asText } }));
  if (operation === 'exportBooks') return [{ query: { format: 'hledger' } }];
  if (file && !params) return [{ query: asText }];
  if (!params) return [{}, { query: { q: swept.name } }, { query: { q: 'PR-2026' } }];
  const ids = path.includes('journal-entries')
    ? swept.journalIds
    : ['1', '2', '3', swept.employeeId];
  const combined = Object.keys(params.shape).reduce<Record<string, string>[]>(
    (sets, name) =>
      sets.flatMap((set) => (given[name] ?? ids).map((value) => ({ ...set, [name]: value }))),
    [{}],
  );
  return combined.map((set) => ({ params: set, ...(file ? { query: asText } : {}) }));
}

export async function answerText(body: unknown): Promise<string> {
  const file = (body as FileAnswer | undefined)?.body;
  if (file === undefined || file === null) return JSON.stringify(body) ?? '';
  return file instanceof Uint8Array
    ? Buffer.from(file).toString()
    : text(Readable.from(file as AsyncIterable<Uint8Array>));
}
