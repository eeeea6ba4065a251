import { isWaiting, waitingAnswer } from '@nimule/core/approvals/schema';
import type { Permission } from '@nimule/core/identity/permissions';
import type { Role } from '@nimule/core/identity/roles';
import { decodeInput, type RawInput, type Route } from '@nimule/core/kernel/contract';
import { AppError, type ErrorKind, errorTable, isAppError } from '@nimule/core/kernel/errors';
import { type Operation, routes } from '@nimule/core/routes';
import { render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach } from 'vitest';
import { z } from 'zod';
import { ReadCache } from '../client/cache.tsx';
import { userMay } from '../client/session.ts';
import { MayContext } from '../ui/allowed.tsx';
import { AskBeforeLeaving } from '../ui/form/unsaved-changes.tsx';
import {
  aCustomer,
  anAccount,
  anInvoice,
  billingFigures,
  company,
  currentRates,
  noFactors,
  someFigures,
  someRates,
  someSums,
} from './samples.ts';
import { json, type SeenRequest, stubRequests } from './stub-fetch.ts';

/**
 * Returns the response of an operation in wire form for its decoded input, or throws an AppError. A list is
 * `{ rows, total }`, a file `{ filename }`; what waits for a second person is a `WaitingAnswer`. A promise holds the response back until the test resolves it.
 */
type Handler = (input: { params?: unknown; query?: unknown; body?: unknown }) => unknown;
export type StubServer = Partial<Record<Operation, Handler>>;

/** Routes of the contract, those without parameters first. */
const routeTable = Object.entries(routes as Record<string, Route>)
  .map(([operation, route]) => ({
    operation: operation as Operation,
    route,
    parameters: route.path.split(':').length,
    pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }))
  .sort((a, b) => a.parameters - b.parameters);

function respond(
  server: StubServer,
  { method, url, body }: SeenRequest,
): Response | Promise<Response> | undefined {
  const found = routeTable.find(
    ({ route, pattern }) => route.method === method && pattern.test(url.pathname),
  );
  if (!found) throw new UnansweredError(`the contract has no ${method} ${url.pathname}`);
  const { operation, route, pattern } = found;
  const handler = server[operation] ?? common[operation];
  if (!handler) throw new UnansweredError(`this test answers no '${operation}'`);
  const wire = handler(
    decodeInput(route, {
      params: Object.fromEntries(
        Object.entries(pattern.exec(url.pathname)?.groups ?? {}).map(([name, text]) => [
          name,
          decodeURIComponent(text),
        ]),
      ),
      query: Object.fromEntries(url.searchParams),
      ...sentIn(body),
    }),
  );
  if (route.file) {
    const { filename } = wire as { filename?: string };
    return new Response('a file', {
      headers: filename ? { 'content-disposition': `attachment; filename="${filename}"` } : {},
    });
  }
  if (route.waits && isWaiting(wire)) return json(waitingAnswer.parse(wire), 202);
  if (!(wire instanceof Promise)) assertByContract(operation, route, wire);
  if (route.list) {
    const { rows, total } = wire as { rows: unknown[]; total?: number };
    return json(rows, 200, total === undefined ? {} : { 'x-total-count': String(total) });
  }
  if (wire instanceof Promise) return wire.then((held) => json(held));
  return wire === undefined ? undefined : json(wire);
}

/** The client decodes what it needs alone: the whole answer is compared with the contract here. */
function assertByContract(operation: Operation, route: Route, wire: unknown): void {
  const [schema, answer] = route.list
    ? [route.list.array(), (wire as { rows: unknown }).rows]
    : [route.response, wire];
  const result =
    schema && z.safeDecode(schema, (answer && JSON.parse(JSON.stringify(answer))) as never);
  if (result && !result.success)
    throw new UnansweredError(`this test answers '${operation}' wrongly: ${result.error.message}`);
}

/** The body, or the fields and the file of a form. */
function sentIn(body: unknown): RawInput {
  if (!(body instanceof FormData)) return { body };
  const { file, ...fields } = Object.fromEntries(body);
  if (!(file instanceof File)) return { body: fields };
  return { body: fields, upload: { filename: file.name, path: '', size: file.size } };
}

/** Read by many screens: a test answers it only where it matters. */
const common: StubServer = { company: () => company, listFactors: () => noFactors };

class UnansweredError extends Error {}

/** Errors of the test itself, which must fail it; screens would show other errors as messages. */
function isTestError(error: unknown): boolean {
  return (
    error instanceof UnansweredError || (error instanceof Error && error.name === 'AssertionError')
  );
}

export interface Served {
  /** Requests in order. */
  readonly seen: readonly SeenRequest[];
  /** Names of downloaded files. */
  readonly saved: readonly string[];
}

/**
 * A stub server for each test of the file. Inputs are decoded by the contract; AppErrors become error responses, other
 * errors a 500.
 */
export function serveCalls(server: () => StubServer): Served {
  const served = { seen: [] as SeenRequest[], saved: [] as string[] };

  const keepFile = (event: Event) => {
    const link = event.target;
    if (!(link instanceof HTMLAnchorElement) || link.download === '') return;
    served.saved.push(link.download);
    // The simulated browser would navigate.
    event.preventDefault();
  };

  beforeEach(({ onTestFinished }) => {
    const testErrors: unknown[] = [];
    served.saved = [];
    served.seen = stubRequests((request) => {
      try {
        return respond(server(), request);
      } catch (error) {
        if (isAppError(error)) return json(error.toBody(), errorTable[error.kind].http);
        if (isTestError(error)) testErrors.push(error);
        return json({ code: 'internal', message: 'Something went wrong on our side.' }, 500);
      }
    });
    document.addEventListener('click', keepFile);
    // After the cleanup, so that the following tests do not fail too.
    onTestFinished(() => {
      document.removeEventListener('click', keepFile);
      if (testErrors.length > 0) throw testErrors[0];
    });
  });
  return served;
}

export function refuse(kind: ErrorKind, message: string, fields?: Record<string, string>): never {
  throw new AppError(kind, 'test.refused', message, fields ? { fields } : {});
}

/** Responses for the customer list. */
export function customersServer(customers: () => object[]): StubServer {
  return {
    customerStats: () => someFigures,
    currentRates: () => currentRates,
    customerSums: () => someSums,
    listCustomers: () => ({ rows: customers(), total: customers().length }),
    listNodes: () => ({ rows: [], total: 0 }),
  };
}

/** Responses for the billing page and the Record Payment dialog, with one open invoice. */
export function billingServer(): StubServer {
  return {
    listRates: () => ({ rows: someRates }),
    currentRates: () => currentRates,
    billingOverview: () => billingFigures,
    listInvoices: () => ({ rows: [anInvoice()], total: 1 }),
    listCustomers: () => ({ rows: [aCustomer()] }),
    lookupCustomer: ({ query }) => {
      const { customerId } = query as { customerId: string };
      return customerId === 'SC003' ? aCustomer() : refuse('notFound', 'There is no SC999.');
    },
    customerAccount: () => anAccount(),
    getOwnTill: () => ({ till: null }),
    getTillSettings: () => ({ isRequired: false }),
    getCollectionSettings: () => ({ driver: 'off', providers: [], currencies: [] }),
  };
}

/** A version conflict. */
export function refuseStale(): never {
  throw new AppError('conflict', 'test.stale', 'Somebody else changed it. Reload and try again.');
}

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{`${pathname}${search}`}</output>;
}

/**
 * Renders a screen for a user with this role at this URL, which is shown below it. `rerenderAs` rerenders it for another
 * role; `grants` are rights beyond those of the role.
 */
export function renderAs(
  role: Role,
  content: ReactNode,
  address = '/dashboard',
  grants: readonly Permission[] = [],
) {
  const shownTo = (someone: Role) => {
    const user = {
      id: 7,
      username: 'grace',
      fullName: 'Grace Akol',
      role: someone,
      grants: [...grants],
      mustChangePassword: false,
    };
    return (
      <MemoryRouter initialEntries={[address]}>
        <AskBeforeLeaving>
          <MayContext.Provider value={(permission) => userMay(user, permission)}>
            <ReadCache>{content}</ReadCache>
          </MayContext.Provider>
        </AskBeforeLeaving>
        <Address />
      </MemoryRouter>
    );
  };
  const rendered = render(shownTo(role));
  return { ...rendered, rerenderAs: (other: Role) => rendered.rerender(shownTo(other)) };
}

/** The dialog of a form, after its first field has the focus. */
export async function openedForm(name: string) {
  // Looked for anew each time: a form whose record is being loaded takes the place of a dialog with the same name.
  return waitFor(() => {
    const dialog = screen.getByRole('dialog', { name });
    if (!dialog.querySelector('input:focus')) throw new Error(`'${name}' has no focus yet`);
    return within(dialog);
  });
}
