/** The eleven staff roles (seeds/001 1), in the order of lists. */
export const roles = [
  'master_admin',
  'developer',
  'super_admin',
  'ceo',
  'operations_manager',
  'technical_manager',
  'admin',
  'manager',
  'technician',
  'support',
  'billing',
] as const;

export type Role = (typeof roles)[number];

/** Display labels (seeds/001 1). */
export const roleLabels: Record<Role, string> = {
  master_admin: 'Master Admin',
  developer: 'Developer',
  super_admin: 'Super Admin',
  ceo: 'CEO',
  operations_manager: 'Ops Manager',
  technical_manager: 'Tech Manager',
  admin: 'Admin',
  manager: 'Manager',
  technician: 'Technician',
  support: 'Support',
  billing: 'Billing',
};

/** seeds/002 1: together called privileged. */
export const privilegedRoles = [
  'master_admin',
  'super_admin',
  'developer',
] as const satisfies readonly Role[];

export function isPrivileged(role: Role): boolean {
  return (privilegedRoles as readonly Role[]).includes(role);
}
