import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { referenceKey } from '../../database/payment-references.ts';
import { defineRecord } from '../../database/record.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { PaymentRecord } from './rules-settlement.ts';

export const payments = defineRecord<'expense_payments', PaymentRecord>(
  'expense_payments',
  {
    id: 'id bigint',
    expenseId: 'expense_id bigint',
    paymentDate: 'payment_date date',
    account: 'account text',
    currency: 'currency text',
    amountUsd: 'amount_cents bigint',
    amountSsp: 'ssp_cents bigint',
    exchangeRate: 'rate_cents bigint',
    settledUsd: 'settled_cents bigint',
    settledSsp: 'settled_ssp_cents bigint',
    creditAccount: 'credit_account text',
    reference: 'reference text',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
    reversedOn: 'reversed_on date',
    reversedAt: 'reversed_at timestamptz',
    reversedBy: 'reversed_by text',
    reversalReason: 'reversal_reason text',
  },
  { versioned: false },
);

/** The payments of an expense in the order of recording, including reversed ones. */
export function findPayments(db: Db, expenseId: number): Promise<PaymentRecord[]> {
  return db
    .selectFrom('expense_payments')
    .select(payments.list())
    .where('expense_id', '=', expenseId)
    .orderBy('id')
    .execute();
}

/** The last payment from an account with a reference that is not reversed: of an expense on account, or one paid at once. */
export async function findSameReference(
  db: Db,
  { account, reference }: Pick<PaymentRecord, 'account' | 'reference'>,
): Promise<{ transactionId: string; location: string; paymentDate: IsoDate } | undefined> {
  const key = referenceKey(sql`${reference}::text`);
  const { rows } = await sql<{ transactionId: string; location: string; paymentDate: IsoDate }>`
    select e.transaction_id as "transactionId", e.location, p.payment_date as "paymentDate"
    from expense_payments p join expenses e on e.id = p.expense_id
    where p.account = ${account} and p.reference <> '' and p.reversed_on is null
      and ${referenceKey(sql`p.reference`)} = ${key}
    union all select transaction_id, location, expense_date from expenses
    where account = ${account} and reference <> '' and deleted_at is null
      and ${referenceKey(sql`reference`)} = ${key}
    order by 3 desc limit 1`.execute(db);
  return rows[0];
}
