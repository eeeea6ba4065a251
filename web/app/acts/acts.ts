import type { Permission } from '@nimule/core/identity/permissions';
import { operations } from '../../client/operations.ts';
import { type ModuleName, modules } from '../modules.ts';
import { moduleAt } from '../paths.ts';
import type { Act } from './act.ts';
import { companyActs } from './acts-company.ts';
import { moneyActs } from './acts-money.ts';
import { serviceActs } from './acts-service.ts';

const table = { ...moneyActs, ...serviceActs, ...companyActs };

export type ActName = keyof typeof table;
/** What can be done in the portal, by what the search calls it. */
export const acts: Readonly<Record<ActName, Act>> = table;
export const actNames = Object.keys(table) as ActName[];

const pickedIn: Readonly<Record<string, ModuleName>> = {
  customer: 'customers',
  invoice: 'billing',
  payment: 'billing',
  purchaseOrder: 'procurement',
  equipment: 'equipment',
  employee: 'hr',
};

/** The module that an act opens; undefined for those of the shell. */
function moduleOf({ to, pick }: Act): ModuleName | undefined {
  if (pick) return pickedIn[pick.kind];
  if (to === undefined) return undefined;
  const [pathname = '', search = ''] = to.split('?');
  return moduleAt(pathname, search);
}

/** What the user needs for an act: the permissions of its operation and of the module that it opens. */
export function permissionsOf(name: ActName): Permission[] {
  const act = acts[name];
  const module = moduleOf(act);
  return [
    operations[act.operation].permission,
    ...(act.needs ? [act.needs] : []),
    ...(module ? [modules[module].permission] : []),
  ];
}

/** Acts that the user may do. Those of an employee need an account that is linked to one. */
export function actsFor(may: (permission: Permission) => boolean, isEmployee: boolean): ActName[] {
  return actNames.filter(
    (name) => (isEmployee || !acts[name].ofEmployee) && permissionsOf(name).every(may),
  );
}
