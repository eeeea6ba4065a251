import { expect, it } from 'vitest';
import type { Route } from '../../kernel/contract.ts';
import { type Operation, operationNames, routes } from '../../routes.ts';
import { runners } from './service-payloads.ts';

const route = (operation: Operation): Route => routes[operation];

it('every operation that may wait can be run when it is accepted, with its own input and permission', () => {
  const waiting = operationNames.filter((operation) => route(operation).waits);
  expect(Object.keys(runners).sort()).toEqual([...waiting].sort());
  for (const operation of waiting) {
    const { method, permission, params, body } = route(operation);
    const { row } = runners[operation]!;
    expect([row.method, row.permission]).toEqual([method, permission]);
    expect([row.params, row.body].map((schema, at) => schema === [params, body][at])).toEqual([
      true,
      true,
    ]);
  }
});
