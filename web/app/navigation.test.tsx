import { type Role, roles } from '@nimule/core/identity/roles';
import { expect, test } from 'vitest';
import { sectionsFor } from './navigation.tsx';

const erp = (role: Role) =>
  sectionsFor({
    id: 1,
    username: 'u',
    fullName: 'U',
    role,
    grants: [],
    mustChangePassword: false,
  })[1]?.items.map((item) => item.label);

test.each(roles)('%s sees what seeds/000 6 says', (role) => {
  const all = [
    'Financial Management',
    'Expense Management',
    'Human Resources',
    'Procurement',
    'Sales Management',
  ];
  const privileged = ['master_admin', 'super_admin', 'developer'].includes(role);
  const expected =
    role === 'technical_manager'
      ? ['Expense Management', 'Procurement', 'Sales Management']
      : [...all, ...(privileged ? ['User Management', 'Backup & Security'] : [])];
  expect(erp(role)).toEqual(expected);
});

test('every role sees the whole of core operations', () => {
  for (const role of roles) {
    const [core] = sectionsFor({
      id: 1,
      username: 'u',
      fullName: 'U',
      role,
      grants: [],
      mustChangePassword: false,
    });
    expect(core?.items).toHaveLength(9);
  }
});
