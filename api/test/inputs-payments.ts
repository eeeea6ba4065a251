import { createManualInvoice } from '@nimule/core/billing/invoices/service';
import { updateCustomer } from '@nimule/core/customers/service';
import { invoke } from '@nimule/core/invoke';
import { cents, toDecimal } from '@nimule/core/kernel/money';
import { findOwnBill } from '@nimule/core/mobile-money/service-bills';
import type { Operation } from '@nimule/core/routes';
import { newBuyer } from '@nimule/fixtures/testing/sales';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import type { CallInput } from './call-input.ts';

const shell = { kind: 'shell', osUser: 'test' } as const;
let keys = 0;

/** Inputs of operations on requests for mobile money; `newRequest` makes one of a customer and answers its id. */
export function collectionInputs(
  app: TestApp,
  newRequest: () => Promise<unknown>,
): Partial<Record<Operation, () => Partial<CallInput> | Promise<Partial<CallInput>>>> {
  const newPurchase = () => {
    keys += 1;
    return {
      key: `input${String(keys).padStart(27, '0')}`,
      packageId: 'quick',
      provider: 'mtn_momo',
      phone: `0978${100_000 + keys}`,
    };
  };
  const bought = async () => {
    const body = newPurchase();
    await invoke(app, shell, 'buyWifi', { body });
    return { body: { key: body.key } };
  };
  const paid = async () => {
    const { body } = await bought();
    // As if it had been asked for a while ago.
    await app.pool.query(
      `update payment_intents set sent_at = $1, next_check_at = $1 where id = (select max(id) from payment_intents)`,
      [new Date(app.clock().getTime() - 60_000)],
    );
    await invoke(app, shell, 'checkPurchase', { body });
    return { body };
  };
  /** A request whose money came from another number. */
  const inReview = async () => {
    const id = String(await newRequest());
    await app.pool.query(
      `update payment_intents set status = 'review', problem = 'Another number paid.', next_check_at = null,
         paid_currency = currency, paid_cents = amount_cents, paid_phone = '+211900000999',
         provider_transaction_id = 'input-' || id
       where id = $1`,
      [id],
    );
    return { params: { id } };
  };
  const owed = async () => {
    const ctx = contextOf(app);
    const id = await newBuyer(ctx);
    keys += 1;
    const customerPhone = `+2119780${10_000 + keys}`;
    const { customerId } = await updateCustomer(ctx, id, { updates: { phone: customerPhone } });
    const cable = { customerId: id, description: 'Cable', amountUsd: cents(1_000) };
    await createManualInvoice(ctx, cable);
    return { customerNumber: customerId, customerPhone };
  };
  const billPayment = async () => {
    const owner = await owed();
    const { bill } = await findOwnBill(contextOf(app), owner);
    const { packageId: _, ...payer } = newPurchase();
    return { body: { ...owner, ...payer, priceSSP: toDecimal(bill!.priceSSP) } };
  };
  const callback = () => ({ body: { status: 'SUCCESSFUL' } });
  return {
    buyWifi: () => ({ body: newPurchase() }),
    checkPurchase: bought,
    findOwnBill: async () => ({ body: await owed() }),
    payOwnBill: billPayment,
    endOwnSession: paid,
    async endWifiSession() {
      await paid();
      const { rows } = await app.pool.query('select max(id) as id from wifi_sessions');
      return { params: { id: String(rows[0].id) } };
    },
    // A customer is asked once for a bill.
    requestPayment: async () => {
      const { body } = await invoke(app, shell, 'createCustomer', { body: { name: 'Asked' } });
      const { id: customerId } = body as { id: number };
      return { body: { customerId, phone: '0977123456', amount: '25' } };
    },
    acceptPaymentRequest: inReview,
    refundPaymentRequest: inReview,
    momoCallback: callback,
    momoCallbackPost: callback,
  };
}
