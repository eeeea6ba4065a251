import type { Role } from '@nimule/core/identity/roles';
import { decodeInput, type Route } from '@nimule/core/kernel/contract';
import { AppError, type ErrorKind, errorTable, isAppError } from '@nimule/core/kernel/errors';
import { type Operation, routes } from '@nimule/core/routes';
import { render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { z } from 'zod';
import { ReadCache } from '../client/cache.tsx';
import { ClientError } from '../client/errors.ts';
import { userMay } from '../client/session.ts';
import { MayContext } from '../ui/allowed.tsx';
import { clearToasts } from '../ui/toaster.tsx';

/** What an operation answers in its wire form, from its decoded input; it may throw an AppError. */
type Handler = (input: { params?: unknown; query?: unknown; body?: unknown }) => unknown;
export type StubServer = Partial<Record<Operation, Handler>>;

/**
 * `call` over handlers instead of HTTP: inputs and answers go through the contract's own schemas, and
 * refusals arrive as they do from the server.
 */
export async function answer(server: StubServer, operation: Operation, input: object = {}) {
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

export function refuse(kind: ErrorKind, message: string, fields?: Record<string, string>): never {
  throw new AppError(kind, 'test.refused', message, fields ? { fields } : {});
}

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{`${pathname}${search}`}</output>;
}

/** The screen as somebody of this role sees it at this address, which stands beneath it. */
export function renderAs(role: Role, content: ReactNode, address = '/dashboard') {
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
      <Address />
    </MemoryRouter>,
  );
}

/** A form's dialog once it has taken the focus: what is typed before may be typed elsewhere. */
export async function openedForm(name: string) {
  const dialog = await screen.findByRole('dialog', { name });
  await waitFor(() => {
    if (!dialog.querySelector('input:focus')) throw new Error(`'${name}' has no focus yet`);
  });
  return within(dialog);
}
