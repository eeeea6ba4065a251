import { describe, expect, test } from 'vitest';
import {
  type ActionState,
  actionsFor,
  actionTable,
  actionTo,
  assertPossible,
  isPossible,
  mayAssign,
} from './rules-actions.ts';
import { type TicketStatus, ticketActions, ticketStatuses } from './schema.ts';

const ticket = (changes: Partial<ActionState> = {}): ActionState => ({
  ticketId: 'TKT-001',
  status: 'open',
  assignedTo: null,
  mergedIntoId: null,
  ...changes,
});

const possible: Record<TicketStatus, string[]> = {
  open: ['assign', 'start', 'resolve'],
  assigned: ['assign', 'start', 'resolve'],
  in_progress: ['assign', 'resolve'],
  resolved: ['reopen', 'close'],
  closed: ['reopen'],
};

describe('actions', () => {
  test.each(ticketStatuses)('of a ticket that is %s', (status) => {
    const found = ticketActions.filter((action) => isPossible(action, ticket({ status })));
    expect(found).toEqual(possible[status]);
    const boss = { userId: 1, mayAssign: true };
    expect(actionsFor(ticket({ status }), boss)).toEqual(possible[status]);
    expect(actionsFor(ticket({ status, mergedIntoId: 5 }), boss)).toEqual([]);
  });

  test('every action has a rule, and a refusal says why', () => {
    expect(Object.keys(actionTable)).toEqual([...ticketActions]);
    expect(() => assertPossible('close', ticket({ status: 'in_progress' }))).toThrow(
      'TKT-001 is in progress: it cannot be closed.',
    );
    expect(() => assertPossible('reopen', ticket({ status: 'closed', mergedIntoId: 2 }))).toThrow(
      'TKT-001 was merged into another ticket: it cannot be reopened.',
    );
  });

  test.each([
    ['open', 'open', undefined],
    ['assigned', 'open', 'assign'],
    ['open', 'in_progress', 'assign'],
    ['open', 'resolved', 'reopen'],
    ['assigned', 'closed', 'reopen'],
    ['in_progress', 'open', 'start'],
    ['in_progress', 'resolved', 'start'],
    ['resolved', 'open', 'resolve'],
    ['resolved', 'resolved', undefined],
    ['resolved', 'closed', 'resolve'],
    ['closed', 'resolved', 'close'],
    ['closed', 'open', 'close'],
  ] as const)('%s is wanted of one that is %s: %s', (wanted, status, action) => {
    expect(actionTo(wanted, status)).toBe(action);
  });
});

describe('assignees', () => {
  test.each([
    ['to anybody with the permission', null, 7, true, true],
    ['from one to another with the permission', 8, 7, true, true],
    ['to oneself if nobody has it', null, 1, false, true],
    ['to another', null, 7, false, false],
    ['to oneself from another', 8, 1, false, false],
    ['to nobody if one has it', 1, null, false, true],
    ['to nobody if another has it', 8, null, false, false],
  ] as const)('%s', (_title, assignedTo, to, hasPermission, expected) => {
    const worker = { userId: 1, mayAssign: hasPermission };
    expect(mayAssign(ticket({ assignedTo }), to, worker)).toBe(expected);
  });

  test('the shell without a user assigns by its permission alone', () => {
    expect(mayAssign(ticket(), null, { userId: null, mayAssign: false })).toBe(false);
    expect(actionsFor(ticket({ assignedTo: 8 }), { userId: 1, mayAssign: false })).toEqual([
      'start',
      'resolve',
    ]);
  });
});
