import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
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
