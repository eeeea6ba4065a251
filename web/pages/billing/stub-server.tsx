import type { Role } from '@nimule/core/identity/roles';
import { decodeInput, type Route } from '@nimule/core/kernel/contract';
import { AppError, errorTable, isAppError } from '@nimule/core/kernel/errors';
import { type Operation, routes } from '@nimule/core/routes';
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { z } from 'zod';
import { ReadCache } from '../../client/cache.tsx';
import { ClientError } from '../../client/errors.ts';
import { userMay } from '../../client/session.ts';
import { MayContext } from '../../ui/allowed.tsx';
import { clearToasts } from '../../ui/toaster.tsx';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 60_000 });

// The simulated browser has none; here an error that is reported fails the test.
if (!('reportError' in globalThis)) {
  Object.assign(globalThis, {
    reportError: (error: unknown) => {
      queueMicrotask(() => {
        throw error;
      });
    },
  });
}

/** What an operation answers in its wire form, from its decoded input; it may throw an AppError. */
type Handler = (input: { params?: unknown; query?: unknown; body?: unknown }) => unknown;
export type StubServer = Partial<Record<Operation, Handler>>;

/**
 * `call` over handlers instead of HTTP: inputs and answers go through the contract's own schemas, and
 * refusals arrive as they do from the server.
 */
export async function answer(
  server: StubServer,
  operation: Operation,
  input: object = {},
): Promise<unknown> {
  const route: Route = routes[operation];
  const handler = server[operation];
  if (!handler) throw new Error(`this test answers no '${operation}'`);
  try {
    const wire = handler(decodeInput(route, input));
    if (route.list) return z.decode(pageOf(route.list), wire as never);
    return route.response ? z.decode(route.response, wire as never) : undefined;
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message, fields } = error.toBody();
    throw new ClientError(errorTable[error.kind].http, message, {
      code,
      ...(fields ? { fields } : {}),
    });
  }
}

function pageOf(row: z.ZodType) {
  return z.object({ rows: z.array(row), total: z.number().optional() });
}

export function refuse(kind: 'rule' | 'conflict' | 'invalid', message: string): never {
  throw new AppError(kind, 'test.refused', message);
}

/** A part of the tab as somebody of this role sees it at this address. */
export function renderAs(role: Role, content: ReactNode, address = '/dashboard?tab=billing') {
  // They stand outside the pages and outlive the test before.
  clearToasts();
  const user = {
    id: 7,
    username: 'grace',
    fullName: 'Grace Akol',
    role,
    grants: [],
    mustChangePassword: false,
  };
  return render(
    <MemoryRouter initialEntries={[address]}>
      <MayContext.Provider value={(permission) => userMay(user, permission)}>
        <ReadCache>{content}</ReadCache>
      </MayContext.Provider>
    </MemoryRouter>,
  );
}

/** An invoice in its wire form. */
export function anInvoice(changes: Record<string, unknown> = {}) {
  return {
    id: 1,
    invoiceId: 'INV-2026-000001',
    customerId: 3,
    customerNumber: 'SC003',
    customerName: 'Juba Tea House',
    kind: 'recurring',
    billingMonth: '2026-11',
    description: 'Basic Fiber Monthly Internet Service, November 2026',
    amountUsd: 125,
    amountSsp: 50_000,
    exchangeRate: 400,
    paidUsd: 0,
    openUsd: 125,
    status: 'pending',
    billDate: '2026-11-01',
    dueDate: '2026-11-15',
    daysPastDue: 0,
    nearingOverdue: false,
    paidDate: null,
    paymentAccount: null,
    paymentReference: '',
    notes: '',
    createdAt: '2026-11-01T00:05:00.000Z',
    version: 1,
    ...changes,
  };
}

/** A customer in its wire form. */
export function aCustomer(changes: Record<string, unknown> = {}) {
  return {
    id: 3,
    customerId: 'SC003',
    name: 'Juba Tea House',
    type: 'business',
    email: 'tea@example.net',
    phone: '+211920000001',
    location: 'Juba Central',
    address: '',
    packageType: 'Standard Fiber',
    bandwidth: 50,
    monthlyFeeUsd: 450,
    connectionFeeUsd: 0,
    otherExpensesUsd: 0,
    monthlyFeeSsp: 180_000,
    connectionFeeSsp: 0,
    otherExpensesSsp: 0,
    connectionFeeBilled: true,
    serviceStartDate: '2026-01-01',
    installationDate: null,
    status: 'Active',
    suspendedByRule: false,
    doNotDisconnectUntil: null,
    doNotDisconnectReason: '',
    createdAt: '2026-01-01T08:00:00.000Z',
    version: 1,
    ...changes,
  };
}

/** The two first rates of decision 1 and one to come. */
export const someRates = [
  {
    id: 3,
    purpose: 'standard',
    rate: 410,
    validFrom: '2026-12-01',
    createdAt: '2026-11-20T08:00:00.000Z',
    createdBy: 'Grace Akol',
    note: '',
  },
  {
    id: 2,
    purpose: 'voucher',
    rate: 1300,
    validFrom: '2000-01-01',
    createdAt: '2026-01-01T08:00:00.000Z',
    createdBy: 'system',
    note: 'First rate',
  },
  {
    id: 1,
    purpose: 'standard',
    rate: 400,
    validFrom: '2000-01-01',
    createdAt: '2026-01-01T08:00:00.000Z',
    createdBy: 'system',
    note: 'First rate',
  },
];
