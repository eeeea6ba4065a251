import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { files, root } from '../../../rules/source-files.ts';
import { ticketActions } from '../../support/schema.ts';
import { actionLabel, kindLabel } from './rules.ts';

const services = files
  .map((path) => relative(root, path))
  .filter((path) => /\/service[^/]*\.ts$|schema-types\.ts$/.test(path))
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));

/** Verbs of the actions that a service composes: `leave.${action}`. */
const composed: Record<string, readonly string[]> = {
  assistantArticle: ['create', 'update', 'delete'],
  attendance: ['mark', 'checkOut'],
  holiday: ['create', 'update', 'delete'],
  leave: ['create', 'approve', 'reject', 'cancel'],
  paymentRequest: ['make', 'accept', 'refund'],
  requisition: ['approve', 'reject'],
  ticket: [...ticketActions, 'update'],
  user: ['suspend', 'reactivate'],
};
/** Composed texts that are no actions. */
const composedOthers = ['attachment', 'updateCosts'];

/** What stands before a text of the form noun.verb that is no action: a code of an error, a permission, a fact, a source. */
const before = [
  // The first argument: breaksRule('invoice.paid', …).
  /\w\(\s*$/,
  // After the kind of an error.
  /\(\s*'\w+',\s*$/,
  /\b(can|authorise|writeOutbox|registerConsumer|drainOutbox|hasOtherHolder|recipientsWith|postedLines|postedEntryId|assertMay|may|roleHolds|userHolds)\([^;]{0,40},\s*$/,
  /\b(source|event|fact|permission|job|code|SOURCE|alsoNeeds)\b(:|\s=|\s===)\s*$/,
  /(===|!==|\[)\s*$/,
];
/** Others of that form that are no actions. */
const others = new Set([
  'billing.monthly',
  'customer.restored',
  'customer.suspended',
  'database.maintenance',
  'database.starting',
  'database.unavailable',
  'email.failed',
  'goods.receipt',
  'goods.return',
  'import.accounting',
  'import.cash',
  'import.tooManyRows',
  'loan.loss',
  'pdf.crashed',
  'sheet.header',
  'sheet.none',
  'sheet.notFound',
  'stock.adjustment',
  'stock.opening',
]);

const LOOK_BACK = 100;

/** Texts of the form noun.verb in the code of a service, comments left out. */
function writtenIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  return [...code.matchAll(/'([a-z][a-zA-Z]*\.[a-z][a-zA-Z]*)'/g)]
    .filter((match) => {
      const earlier = code.slice(Math.max(0, match.index - LOOK_BACK), match.index);
      return !before.some((pattern) => pattern.test(earlier));
    })
    .map((match) => match[1]!);
}

const written = new Set(services.flatMap(({ source }) => writtenIn(source)));
const actions = [
  ...[...written].filter((action) => !others.has(action)),
  ...Object.entries(composed).flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`)),
];

test('the actions of the audit log are found in the services', () => {
  expect(actions.length).toBeGreaterThan(150);
  for (const action of ['customer.create', 'month.lock', 'approval.accept', 'node.import'])
    expect(actions).toContain(action);
  // An exception that is written no more is not needed.
  expect([...others].filter((text) => !written.has(text))).toEqual([]);
});

test('the services compose the actions of these nouns alone', () => {
  const nouns = services.flatMap(({ source }) =>
    [...source.matchAll(/`([a-z][a-zA-Z]*)\.\$\{[^}]*\}`/g)].map((match) => match[1]!),
  );
  const known = [...Object.keys(composed), ...composedOthers];
  expect(nouns).toEqual(expect.arrayContaining(['leave', 'ticket']));
  expect(nouns.filter((noun) => !known.includes(noun))).toEqual([]);
});

test('every action has words of its own', () => {
  const words = new Map<string, string>();
  const without: string[] = [];
  for (const action of new Set(actions)) {
    const label = actionLabel(action);
    if (label === action.replaceAll('.', ' ')) without.push(action);
    words.set(label, action);
  }
  expect(without.sort()).toEqual([]);
  expect(words.size).toBe(new Set(actions).size);
});

test('adding, changing and deleting need no words of their own', () => {
  expect(actionLabel('vehicle.create')).toBe('Vehicle added');
  expect(actionLabel('serviceVan.update')).toBe('Service van changed');
  expect(actionLabel('view.delete')).toBe('View of a list deleted');
});

test('an action of a later version is shown as it is', () => {
  expect(actionLabel('customer.create')).toBe('Customer added');
  expect(actionLabel('kiosk.visit')).toBe('kiosk visit');
});

test('kinds of records are said in words', () => {
  expect(['payment', 'disconnectRun', 'voucherBundle'].map(kindLabel)).toEqual([
    ...['Payment', 'Disconnect run', 'Voucher bundle'],
  ]);
});
