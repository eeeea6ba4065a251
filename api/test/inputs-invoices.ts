import type { App } from '@nimule/core/context';
import { invoke } from '@nimule/core/invoke';
import type { Operation } from '@nimule/core/routes';
import type { CallInput } from './inputs.ts';

const shell = { kind: 'shell', osUser: 'test' } as const;

/** Inputs of what is possible once on an invoice; `newInvoice` makes one and answers its id. */
export function invoiceInputs(
  app: App,
  newInvoice: () => Promise<unknown>,
): Partial<Record<Operation, () => Promise<Partial<CallInput>>>> {
  const params = async () => ({ id: String(await newInvoice()) });
  return {
    async decideDispute() {
      const disputed = await params();
      const body = { reason: 'Too high' };
      await invoke(app, shell, 'disputeInvoice', { params: disputed, body });
      return { params: disputed, body: { outcome: 'rejected' } };
    },
    updatePaymentStatus: async () => ({ params: await params(), body: { status: 'paid' } }),
  };
}
