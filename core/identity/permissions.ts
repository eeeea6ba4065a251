import { privilegedRoles, type Role, roles } from './roles.ts';

const everyone = roles;
const everyoneBut = (...without: Role[]): readonly Role[] =>
  roles.filter((role) => !without.includes(role));
const privilegedAnd = (...more: Role[]): readonly Role[] => [...privilegedRoles, ...more];

/**
 * Permission → the roles that hold it (seeds/000 6, seeds/001 6, decisions 16 and 17). master_admin holds
 * every permission. 'public' needs no session; 'session' needs one, even of a user who must still change
 * the password (change-password and logout alone); 'signedIn' needs a session in full force.
 */
export const permissionTable = {
  'dashboard.read': everyone,
  'customer.read': everyone,
  'customer.write': privilegedAnd('admin', 'operations_manager', 'manager', 'support', 'billing'),
  'customer.delete': privilegedAnd('admin', 'operations_manager', 'manager'),
  'customer.import': privilegedAnd('admin', 'operations_manager', 'manager', 'support', 'billing'),
  'invoice.read': everyone,
  'invoice.email': everyone,
  'invoice.create': privilegedAnd('admin', 'billing'),
  'invoice.edit': ['master_admin', 'super_admin'],
  'invoice.import': privilegedAnd('admin', 'billing'),
  'payment.read': everyone,
  'payment.record': ['master_admin', 'super_admin', 'admin', 'billing'],
  'billing.run': privilegedAnd('admin', 'billing'),
  'billing.disconnect': privilegedAnd(
    'admin',
    'billing',
    'operations_manager',
    'technical_manager',
  ),
  'rate.read': everyone,
  'rate.update': privilegedAnd('admin'),
  'settings.read': everyone,
  'settings.update': privilegedAnd('admin'),
  'accounting.read': everyoneBut('technical_manager'),
  'journal.post': privilegedAnd('admin', 'billing', 'ceo'),
  'month.lock': privilegedAnd('admin'),
  'user.names': everyone,
  'user.manage': privilegedRoles,
  'audit.read': privilegedRoles,
  'job.run': privilegedRoles,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissionTable | 'public' | 'session' | 'signedIn';

/** Permissions that one account can be granted beyond its role: the specification's "two named accounts". */
export const grantable = ['invoice.edit'] as const satisfies readonly Permission[];
export type Grant = (typeof grantable)[number];

export function roleHolds(role: Role, permission: Permission): boolean {
  if (
    permission === 'public' ||
    permission === 'session' ||
    permission === 'signedIn' ||
    role === 'master_admin'
  )
    return true;
  return (permissionTable[permission] as readonly Role[]).includes(role);
}
