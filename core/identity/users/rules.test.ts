import { describe, expect, it } from 'vitest';
import type { Actor } from '../actor.ts';
import { type Role, roles } from '../roles.ts';
import {
  assignableRoles,
  grantableBy,
  mayActOn,
  type UserAction,
  userActionRefusal,
} from './rules.ts';

const shell: Actor = { kind: 'shell', osUser: 'root' };

function member(role: Role, userId = 1): Actor {
  return {
    kind: 'staff',
    userId,
    username: role,
    fullName: role,
    role,
    grants: [],
    mustChangePassword: false,
    sessionId: 1,
  };
}

const pairs = roles.flatMap((actor) => roles.map((target) => ({ actor, target })));
const ordinary: readonly Role[] = [
  'operations_manager',
  'technical_manager',
  'admin',
  'manager',
  'technician',
  'support',
  'billing',
];

describe('mayActOn', () => {
  /** Every pair that seeds/001 6 allows; all others it refuses. */
  const allowed = new Set([
    ...roles.map((target) => `master_admin>${target}`),
    ...['developer', 'ceo', ...ordinary].map((target) => `super_admin>${target}`),
    ...['developer', 'ceo', ...ordinary].map((target) => `developer>${target}`),
  ]);

  it.each(pairs)('$actor on $target', ({ actor, target }) => {
    expect(mayActOn(member(actor), { role: target })).toBe(allowed.has(`${actor}>${target}`));
  });

  it.each(roles)('the shell on %s', (role) => {
    expect(mayActOn(shell, { role })).toBe(true);
    expect(mayActOn({ kind: 'visitor' }, { role })).toBe(false);
  });
});

describe('assignableRoles', () => {
  it('gives master_admin, developer and ceo to the shell alone, super_admin to master_admin', () => {
    expect(assignableRoles(shell)).toEqual(roles);
    expect(assignableRoles(member('master_admin'))).toEqual(['super_admin', ...ordinary]);
    expect(assignableRoles(member('super_admin'))).toEqual(ordinary);
    expect(assignableRoles(member('developer'))).toEqual(ordinary);
    for (const role of ['ceo', ...ordinary] as const) {
      expect(assignableRoles(member(role))).toEqual([]);
    }
    expect(assignableRoles({ kind: 'visitor' })).toEqual([]);
  });
});

describe('userActionRefusal', () => {
  const actions: UserAction[] = [
    'edit',
    'changeRole',
    'suspend',
    'reactivate',
    'resetPassword',
    'grant',
    'delete',
  ];

  it('refuses everything on an account out of reach', () => {
    for (const { actor, target } of pairs) {
      if (mayActOn(member(actor), { role: target })) continue;
      for (const action of actions) {
        expect(userActionRefusal(member(actor), action, { id: 2, role: target })).toMatchObject({
          kind: 'forbidden',
          code: 'user.outOfReach',
        });
      }
    }
  });

  it('lets one edit oneself and do nothing else to oneself', () => {
    const refused = actions.filter((action) =>
      userActionRefusal(member('master_admin'), action, { id: 1, role: 'master_admin' }),
    );
    expect(refused).toEqual(['changeRole', 'suspend', 'resetPassword', 'grant', 'delete']);
  });

  it('leaves the role of a super_admin or developer to master_admin and the shell', () => {
    const refusalFor = (actor: Actor, role: Role) =>
      userActionRefusal(actor, 'changeRole', { id: 2, role })?.code;
    for (const role of ['super_admin', 'developer'] as const) {
      expect(refusalFor(member('master_admin'), role)).toBeUndefined();
      expect(refusalFor(shell, role)).toBeUndefined();
    }
    expect(refusalFor(member('developer'), 'developer')).toBe('user.roleFixed');
    expect(refusalFor(member('super_admin'), 'developer')).toBe('user.roleFixed');
    expect(refusalFor(member('super_admin'), 'ceo')).toBeUndefined();
  });

  it('does not confuse the shell with the user of the same number', () => {
    for (const action of actions) {
      expect(userActionRefusal(shell, action, { id: 1, role: 'master_admin' })).toBeUndefined();
    }
  });
});

describe('grantableBy', () => {
  it('allows only grants of permissions that the actor has', () => {
    expect(grantableBy(member('master_admin'))).toEqual(['invoice.edit']);
    expect(grantableBy(member('super_admin'))).toEqual(['invoice.edit']);
    expect(grantableBy(member('developer'))).toEqual([]);
    expect(grantableBy(shell)).toEqual(['invoice.edit']);
  });
});
