import { unsoundAfter } from '@nimule/fixtures/testing/databases/damage';
import { codeOf, entryInput, refusal } from '@nimule/fixtures/testing/ledger';
import { addItem } from '@nimule/fixtures/testing/stock';
import {
  contextOf,
  createTestApp,
  seededRandom,
  staff,
  type TestApp,
} from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createJournalEntry } from '../../accounting/journal/service.ts';
import { ledgerChecks, runChecks } from '../../accounting/service-check.ts';
import type { CustomerInput } from '../../customers/schema.ts';
import { createCustomer, deleteCustomer, getCustomer } from '../../customers/service.ts';
import { isAppError } from '../../kernel/errors.ts';
import { stockChecks } from '../../reports/stock/queries-check.ts';
import { loanChecks } from '../../reports/stock/queries-check-loans.ts';
import { adjust, getEquipment } from '../../reports/stock/service.ts';
import type { Loan, LoanFilter, LoanInput } from '../schema.ts';
import { endLoan, issueLoan } from './service.ts';
import { exportLoans, getLoan, getLoanStats, listLoans } from './service-list.ts';

let app: TestApp;
const technician = staff('technician');
const ctx = (actor = technician) => contextOf(app, actor);
const shell = () => contextOf(app);
const checks = [...ledgerChecks, ...stockChecks, ...loanChecks];
const MONDAY = '2026-11-23T08:00:00Z';
const MAC = 'AA:BB:CC:00:00:01';

beforeAll(async () => {
  app = await createTestApp(MONDAY);
});
afterEach(async () => {
  app.time.set(MONDAY);
  const run = await runChecks(shell(), checks);
  expect(run.checks.filter(({ isSound }) => !isSound)).toEqual([]);
});
afterAll(() => app.close());

let serials = 0;
/** A serialised item with new serial numbers in stock. */
async function routers(quantity: number) {
  const first = serials;
  serials += quantity;
  const names = Array.from({ length: quantity }, (_, place) => `SN-${first + place + 1}`);
  const sent = { isSerialised: true, quantityInStock: quantity, serials: names };
  return { item: await addItem(shell(), { name: 'hAP ac', ...sent }), serials: names };
}
const customer = (input: Partial<CustomerInput> = {}) =>
  createCustomer(shell(), { name: 'Akol Deng', ...input });
const issue = (input: LoanInput, actor = technician) => issueLoan(ctx(actor), input);

/** The last entry: account → debit less credit. */
async function lastEntry(): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    select account_code as account, debit_cents - credit_cents as cents from journal_lines
    where entry_id = (select max(id) from journal_entries) order by 1`.execute(app.db);
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}
async function unitOf(equipmentId: number, serial: string) {
  const { units } = await getEquipment(shell(), equipmentId);
  return units.find((unit) => unit.serial === serial);
}
/** Makes a customer Inactive. */
const leave = (id: number) => deleteCustomer(shell(), id);

describe('equipment on loan', () => {
  test('leaves the stock at the average, is at the customer, and comes back as good', async () => {
    const { item, serials: names } = await routers(2);
    const { id } = await customer({ macAddress: 'BB:00:00:00:00:00', deviceSerial: 'old' });
    const [serial] = names;
    const loan = await issue({
      customerId: id,
      equipmentId: item.id,
      serial: ` ${serial!.toLowerCase()} `,
      macAddress: MAC,
      notes: 'On the roof',
    });
    expect(loan).toMatchObject({
      loanNumber: 'LN-2026-0001',
      equipmentNumber: item.equipmentId,
      description: 'hAP ac',
      serial,
      macAddress: MAC,
      quantity: 1,
      customerName: 'Akol Deng',
      customerStatus: 'Active',
      issuedOn: '2026-11-23',
      issuedBy: 'Test technician',
      valueUsd: 1_000,
      status: 'out',
      version: 1,
    });
    expect(await lastEntry()).toEqual({ '1320': 1_000, '1410': -1_000 });
    expect(await getEquipment(shell(), item.id)).toMatchObject({ quantityInStock: 1 });
    expect(await unitOf(item.id, serial!)).toMatchObject({ place: 'loan', customerId: id });
    expect(await getCustomer(shell(), id)).toMatchObject({ deviceSerial: serial, macAddress: MAC });

    app.time.set('2026-12-01T08:00:00Z');
    const back = await endLoan(ctx(), loan.id, { status: 'good', notes: 'Moved away', version: 1 });
    expect(back).toMatchObject({
      status: 'good',
      endedOn: '2026-12-01',
      endedBy: 'Test technician',
      notes: 'On the roof\nMoved away',
      version: 2,
    });
    expect(await lastEntry()).toEqual({ '1320': -1_000, '1410': 1_000 });
    expect(await unitOf(item.id, serial!)).toMatchObject({ place: 'stock', customerId: null });
    expect(await getCustomer(shell(), id)).toMatchObject({ deviceSerial: '', macAddress: '' });
    await expect(endLoan(ctx(), loan.id, { status: 'lost' })).rejects.toMatchObject({
      kind: 'rule',
      code: 'loan.ended',
      message: 'LN-2026-0001 was taken back on 1 Dec 2026.',
    });
    // The unit keeps its MAC address, which the next customer gets with it.
    const again = await issue({ customerId: id, equipmentId: item.id, serial: serial! });
    expect(again).toMatchObject({ loanNumber: 'LN-2026-0002', macAddress: MAC });
    await endLoan(ctx(), again.id, { status: 'good' });
    const { rows } = await sql<{ summary: string }>`select summary from audit_log
      where entity = 'loan' and entity_id = ${String(loan.id)} order by id`.execute(app.db);
    expect(rows.map(({ summary }) => summary.replace(/SC\d+/, 'SC'))).toEqual([
      `LN-2026-0001: hAP ac ${serial}, SC Akol Deng`,
      `LN-2026-0001: hAP ac ${serial}, SC Akol Deng, good`,
    ]);
  });

  test('is written off when it is damaged or lost', async () => {
    const { item, serials: names } = await routers(2);
    const { id } = await customer();
    for (const [place, status] of [
      [0, 'damaged'],
      [1, 'lost'],
    ] as const) {
      const serial = names[place]!;
      const loan = await issue({ customerId: id, equipmentId: item.id, serial });
      expect(await endLoan(ctx(), loan.id, { status })).toMatchObject({ status });
      expect(await lastEntry()).toEqual({ '1320': -1_000, '5230': 1_000 });
      expect(await unitOf(item.id, serial)).toMatchObject({ place: status, customerId: null });
      await expect(issue({ customerId: id, equipmentId: item.id, serial })).rejects.toMatchObject({
        message: `The serial number ${serial} is not in stock: that unit is ${status}.`,
      });
    }
    expect(await getEquipment(shell(), item.id)).toMatchObject({ quantityInStock: 0 });
    expect(await getLoanStats(shell())).toMatchObject({ lostThisYearUsd: 2_000 });
    app.time.set('2027-01-02T08:00:00Z');
    expect(await getLoanStats(shell())).toMatchObject({ lostThisYearUsd: 0 });
  });

  test('without serial numbers is lent in any number, and leaves the technical fields', async () => {
    const cable = await addItem(shell(), {
      name: 'Cable m',
      unitCostUsd: '0.33',
      quantityInStock: 9,
    });
    const free = await addItem(shell(), { unitCostUsd: 0, quantityInStock: 1 });
    const { id } = await customer({ deviceSerial: 'own' });
    const loan = await issue({ customerId: id, equipmentId: cable.id, quantity: 4 });
    expect(loan).toMatchObject({ quantity: 4, valueUsd: 132, serial: '' });
    const nothing = await issue({ customerId: id, equipmentId: free.id });
    await endLoan(ctx(), loan.id, { status: 'good' });
    await endLoan(ctx(), nothing.id, { status: 'lost' });
    expect(await getCustomer(shell(), id)).toMatchObject({ deviceSerial: 'own', version: 1 });
    await expect(
      issue({ customerId: id, equipmentId: cable.id, quantity: 10 }),
    ).rejects.toMatchObject({ kind: 'rule', message: 'Insufficient stock! Available: 9' });
  });

  test('is refused to unknown and Inactive customers, and with details that do not fit', async () => {
    const { item, serials: names } = await routers(1);
    const serial = names[0]!;
    const { id } = await customer();
    const asked = { customerId: id, equipmentId: item.id };
    expect(await refusal(issue({ ...asked, customerId: 99_999, serial }))).toMatchObject({
      kind: 'notFound',
    });
    expect(await refusal(issue({ ...asked, equipmentId: 99_999 }))).toMatchObject({
      kind: 'notFound',
    });
    expect(await refusal(issue(asked))).toMatchObject({
      fields: { serial: 'Enter the serial number of hAP ac.' },
    });
    expect(await refusal(issue({ ...asked, serial: 'none' }))).toMatchObject({
      code: 'unit.notThere',
      message: 'The serial number none is unknown for this item.',
    });
    await leave(id);
    expect(await refusal(issue({ ...asked, serial }))).toMatchObject({
      code: 'loan.customerInactive',
    });
    expect(await codeOf(endLoan(ctx(), 99_999, { status: 'good' }))).toBe('loan.notFound');
    const other = await customer();
    const loan = await issue({ ...asked, customerId: other.id, serial, updateCustomer: false });
    expect(await getCustomer(shell(), other.id)).toMatchObject({ deviceSerial: '', version: 1 });
    expect(await codeOf(endLoan(ctx(), loan.id, { status: 'good', version: 7 }))).toBe(
      'loan.stale',
    );
  });

  test('is issued once, and taken back once, when two do it at the same time', async () => {
    const { item, serials: names } = await routers(3);
    const customers = await Promise.all([1, 2, 3, 4].map(() => customer()));
    const settled = async (work: Promise<Loan>[]) => {
      const done = await Promise.allSettled(work);
      for (const one of done)
        if (one.status === 'rejected') expect(isAppError(one.reason)).toBe(true);
      return done.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    };
    const issued = await settled(
      customers.map(({ id }) => issue({ customerId: id, equipmentId: item.id, serial: names[0]! })),
    );
    expect(issued).toHaveLength(1);
    const ended = await settled(
      (['good', 'lost', 'damaged', 'good'] as const).map((status) =>
        endLoan(ctx(), issued[0]!.id, { status }),
      ),
    );
    expect(ended).toHaveLength(1);
    // The last units of an item without serial numbers.
    const cable = await addItem(shell(), { quantityInStock: 5 });
    const some = await settled(
      customers.map(({ id }) => issue({ customerId: id, equipmentId: cable.id, quantity: 2 })),
    );
    expect(some).toHaveLength(2);
  });
});

describe('a customer with equipment on loan', () => {
  test('cannot be deleted, and is on the list to collect', async () => {
    const { item, serials: names } = await routers(2);
    const { id, customerId } = await customer({
      name: 'Nyandeng Garang',
      phone: '0977123456',
      location: 'Wau',
      address: 'Hai Salam 4',
    });
    const other = await customer({ name: 'Zakaria Lado', location: 'Juba Central' });
    const loan = await issue({ customerId: id, equipmentId: item.id, serial: names[0]! });
    await issue({ customerId: other.id, equipmentId: item.id, serial: names[1]! });
    const listed = async (filter: LoanFilter) => {
      const { rows, total } = await listLoans(ctx(), {
        equipmentId: item.id,
        total: true,
        ...filter,
      });
      expect(total).toBe(rows.length);
      return rows.map(({ customerName }) => customerName);
    };
    const before = await getLoanStats(ctx());
    expect(await listed({ collect: 'true' })).toEqual([]);
    await leave(id);
    expect(await listed({ collect: 'true' })).toEqual(['Nyandeng Garang']);
    await leave(other.id);
    expect(await getLoanStats(ctx())).toEqual({ ...before, toCollect: before.toCollect + 2 });
    expect(await listed({ collect: 'true', sort: 'location' })).toEqual([
      'Zakaria Lado',
      'Nyandeng Garang',
    ]);
    expect(await listed({ collect: 'true', location: 'Wau' })).toEqual(['Nyandeng Garang']);
    expect(await listed({ sort: '-customerName' })).toEqual(['Zakaria Lado', 'Nyandeng Garang']);
    expect(await listed({ status: 'out', q: 'nyandeng' })).toEqual(['Nyandeng Garang']);
    expect(await listed({ q: names[1]!.toLowerCase() })).toEqual(['Zakaria Lado']);
    expect(await listed({ customerId: id, status: 'lost' })).toEqual([]);
    const file = exportLoans(ctx(), { collect: 'true', location: 'Wau', format: 'csv' });
    let text = '';
    for await (const chunk of file.body as AsyncIterable<Uint8Array>) text += Buffer.from(chunk);
    expect(text).toContain(`${customerId},Nyandeng Garang,Inactive,0977123456,Wau,Hai Salam 4`);

    const failure = {
      kind: 'conflict',
      code: 'customer.hasEquipment',
      message: expect.stringMatching(/^Failed to delete customer\. Equipment/),
    };
    await expect(deleteCustomer(shell(), id)).rejects.toMatchObject(failure);
    await endLoan(ctx(), loan.id, { status: 'good' });
    // What was lent stays on record, as invoices do.
    await expect(deleteCustomer(shell(), id)).rejects.toMatchObject(failure);
    expect(await listed({ collect: 'true' })).toEqual(['Zakaria Lado']);
  });
});

test('the database refuses what would falsify a loan, and the checks find what was forced', async () => {
  const { item, serials: names } = await routers(2);
  const { id } = await customer();
  const loan = await issue({ customerId: id, equipmentId: item.id, serial: names[0]! });
  const ended = await issue({ customerId: id, equipmentId: item.id, serial: names[1]! });
  await endLoan(ctx(), ended.id, { status: 'damaged' });
  const broken = async (statement: string) => (await refusal(app.pool.query(statement))).constraint;
  const copy = (
    changes: string,
  ) => `insert into equipment_loans (loan_number, equipment_id, unit_id, description, quantity,
      customer_id, issued_on, issued_by, value_cents, search_text, created_at, updated_at)
    select ${changes} from equipment_loans where id = ${loan.id}`;
  const rest = `'x', 1, customer_id, issued_on, 'x', 0, '', now(), now()`;
  expect(await broken(copy(`'LN-X', equipment_id, unit_id, ${rest}`))).toBe('equipment_loans_unit');
  expect(await broken(copy(`loan_number, equipment_id, null, ${rest}`))).toBe(
    'equipment_loans_number',
  );
  for (const statement of [
    `update equipment_loans set value_cents = 1 where id = ${loan.id}`,
    `update equipment_loans set customer_id = customer_id + 1 where id = ${loan.id}`,
    `update equipment_loans set notes = 'x' where id = ${ended.id}`,
    `update equipment_loans set status = 'out', ended_on = null where id = ${ended.id}`,
    `delete from equipment_loans where id = ${ended.id}`,
    'truncate equipment_loans',
  ])
    expect(await broken(statement)).toMatch(/^equipment_loans_(?:once|evidence)$/);
  expect(await broken(`update equipment_loans set status = 'good' where id = ${loan.id}`)).toBe(
    'equipment_loans_ended',
  );
  for (const account of ['1410', '1320'])
    await expect(
      createJournalEntry(
        shell(),
        entryInput('2026-11-23', [
          [account, 100, 0],
          ['3110', 0, 100],
        ]),
      ),
    ).rejects.toMatchObject({ code: 'entry.keptByModule' });

  const found = async (damage: string[], unguarded: string[] = []) =>
    Object.keys(
      await unsoundAfter(
        app,
        damage,
        async (db) => (await runChecks({ ...shell(), db }, loanChecks)).checks,
        unguarded,
      ),
    );
  const worth = 'Equipment at customers equals account 1320';
  const standing = 'Loans stand on account 1320 with their value, ended ones with nothing';
  const moves = 'Moves of stock by loans equal the loans';
  const units = 'Units on loan are those of the loans that are out';
  const gaps = 'Loan numbers follow each other without gaps';
  expect(
    await found(
      [`update equipment_loans set value_cents = value_cents + 1 where id = ${loan.id}`],
      ['equipment_loans'],
    ),
  ).toEqual([worth, standing, moves]);
  expect(
    await found([`update equipment_units set customer_id = null where customer_id = ${id}`]),
  ).toEqual([units]);
  expect(
    await found([`delete from equipment_loans where id = ${ended.id}`], ['equipment_loans']),
  ).toEqual([moves, gaps]);
});

test('any sequence of loans, returns and adjustments keeps stock, units and books in step', async () => {
  const { item, serials: names } = await routers(4);
  const cable = await addItem(shell(), { name: 'Cable', unitCostUsd: '1.01', quantityInStock: 7 });
  const customers = await Promise.all([customer(), customer({ name: 'Nyabol' })]);
  const random = seededRandom('loans');
  const pick = <T>(values: readonly T[]): T => values[random.integer(values.length)]!;
  const steps: readonly ((loan: Loan | undefined) => Promise<unknown>)[] = [
    () => issue({ customerId: pick(customers).id, equipmentId: item.id, serial: pick(names) }),
    () =>
      issue({
        customerId: pick(customers).id,
        equipmentId: cable.id,
        quantity: 1 + random.integer(4),
      }),
    async (loan) =>
      loan && endLoan(ctx(), loan.id, { status: pick(['good', 'good', 'damaged', 'lost']) }),
    () =>
      adjust(shell(), cable.id, {
        quantityInStock: random.integer(9),
        unitCostUsd: (100 + random.integer(200)) as never,
        reason: 'Counted',
      }),
  ];
  let done = 0;
  for (let step = 0; step < 60; step += 1) {
    const { rows } = await listLoans(ctx(), { status: 'out' });
    const ours = rows.filter(({ equipmentId }) => [item.id, cable.id].includes(equipmentId));
    try {
      await pick(steps)(ours.length > 0 ? pick(ours) : undefined);
      done += 1;
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
    const run = await runChecks(shell(), [...stockChecks, ...loanChecks]);
    expect(run.checks.filter(({ isSound }) => !isSound)).toEqual([]);
  }
  expect(done).toBeGreaterThan(20);
  expect((await getLoan(shell(), 1)).loanNumber).toBe('LN-2026-0001');
});
