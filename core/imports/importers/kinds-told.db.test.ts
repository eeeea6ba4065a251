import { csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setOpeningDate } from '../../accounting/opening/service.ts';
import type { Ctx } from '../../context.ts';
import { isoDate } from '../../kernel/dates.ts';
import type { ImportInput, ImportResult } from '../schema.ts';

let app: MarkedApp;
const ctx = (): Ctx => contextOf(app, staff('super_admin'));
beforeAll(async () => {
  app = await createMarkedApp('2026-11-27T08:00:00Z');
  await app.mark();
});
afterEach(() => app.restore());
afterAll(() => app.close());

const load = (type: ImportInput['type'], header: string, ...rows: string[]) =>
  importText(ctx(), csvOf(header, rows), { type });
const told = ({ warnings, errors }: ImportResult) => [...warnings, ...errors].join('\n');
const statuses = async () =>
  (
    await sql<{
      text: string;
    }>`select customer_id || ' ' || status as text from customers order by customer_id`.execute(
      app.db,
    )
  ).rows.map(({ text }) => text);

describe('customers', () => {
  it('who are leads or suppliers are left out with their rows', async () => {
    const result = await load(
      'customers',
      'ID,isLead,Client type,First name,Last name,Company name',
      '1,false,1,James,Wani,',
      '2,true,1,Only,Asking,',
      '3,false,Lead,Also,Asking,',
    );
    expect([result.recordsCreated, result.recordsFailed]).toEqual([1, 0]);
    expect(told(result)).toContain('Row 3: left out, because they are leads or suppliers');
    expect(told(result)).toContain('Row 4: left out, because they are leads, and no customers yet');
    const contacts = 'Customer ID,Name,Contact Type';
    const other = await load(
      'customers',
      contacts,
      '7,Cables,vendor',
      '8,Hotel,customer',
      '9,X,Company',
    );
    expect([other.recordsCreated, other.recordsFailed]).toEqual([2, 0]);
    expect(told(other)).toContain('Row 2: left out, because they are leads or suppliers');
  });

  it('of an unknown status are Inactive if they are new, keep theirs if not, and are told', async () => {
    await load('customers', 'Customer ID,Name,Status', 'A1,One,Active');
    const result = await load(
      'customers',
      'Customer ID,Name,Status,Monthly Fee',
      'A1,One,Frozen,30',
      'A2,Two,Frozen,30',
      'A3,Three,Connected,30',
      'A4,Four,Blocked,30',
    );
    expect([result.recordsCreated, result.recordsUpdated, result.recordsFailed]).toEqual([3, 1, 0]);
    expect(await statuses()).toEqual(['A1 Active', 'A2 Inactive', 'A3 Active', 'A4 Suspended']);
    expect(told(result)).toContain('This is none of the statuses here; a new customer is Inactive');
    expect(told(result)).toContain('Frozen');
    const { rows } = await sql<{ totals: { key: string; file: string; unexplained: string }[] }>`
      select reconciliation as totals from import_runs order by id desc limit 1`.execute(app.db);
    expect(rows[0]!.totals.find(({ key }) => key === 'billed')?.unexplained).toBe('0.00');
  });
});

describe('invoices', () => {
  beforeEach(async () => {
    await load('customers', 'Customer ID,Name', 'C1,Akol');
  });

  it('are told where their lines do not come to the total beside them', async () => {
    const header =
      'Invoice Date,Invoice Number,Invoice Status,Customer Name,Due Date,Currency Code,Item Name,Item Desc,Quantity,Item Price,Item Total,SubTotal,Total,Balance';
    const line = (number: string, item: string, amount: string, total: string) =>
      `2026-11-02,${number},Sent,Akol,2026-11-16,USD,${item},,1,${amount},${amount},${total},${total},${total}`;
    const result = await load(
      'billing',
      header,
      line('Z1', 'Internet', '100.00', '118.00'),
      line('Z2', 'Internet', '60.00', '100.00'),
      line('Z2', 'Router', '40.00', '100.00'),
      line('Z3', 'Internet', '60.00', '90.00'),
      line('Z3', 'Router', '40.00', '90.00'),
    );
    expect([result.recordsCreated, result.recordsFailed]).toEqual([3, 0]);
    expect(told(result)).toContain('The lines do not come to the total that the file says');
    expect(told(result)).toContain('Z1 100.00 of 118.00, Z3 100.00 of 90.00.');
    expect(told(result)).not.toContain('Z2');
  });

  it('stand alone in lists that hold bills, payments and credit notes too', async () => {
    const result = await load(
      'billing',
      'Date,Transaction type,Num,Name,Memo/Description,Due date,Amount,Open balance',
      '02/11/2026,Invoice,1,Akol,Internet,16/11/2026,100.00,100.00',
      '13/11/2026,Payment,2,Akol,,16/11/2026,100.00,0.00',
      '13/11/2026,Credit Memo,3,Akol,,16/11/2026,20.00,20.00',
      '13/11/2026,Bill,4,Akol,,16/11/2026,20.00,20.00',
    );
    expect([result.recordsCreated, result.recordsFailed]).toEqual([1, 1]);
    expect(told(result)).toContain(
      'Rows 3, 5: left out, because they are no invoices to customers.',
    );
    expect(told(result)).toContain('A credit note is no invoice');
  });

  it('of earlier months are told by the opening date, before and after it is set', async () => {
    const header = 'Invoice Number,Customer ID,Amount,Invoice Date';
    const rows = ['I1,C1,10,2026-10-05', 'I2,C1,10,2026-11-05'];
    const dry = await importText(ctx(), csvOf(header, rows), { type: 'billing', dryRun: true });
    expect(told(dry)).toContain('Row 2: billDate: The books have no opening date');
    await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
    const result = await load('billing', header, ...rows);
    expect(told(result)).toContain(
      'Row 2: billDate: Invoices from before the opening date, 1 Nov 2026, are posted against Opening Balances',
    );
    expect(told(await load('billing', header, ...rows))).not.toContain('opening date');
  });
});
