import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { StaffActor } from '@nimule/core/identity/actor';
import { grantable, permissionTable, roleHolds } from '@nimule/core/identity/permissions';
import { type Role, roleLabels, roles } from '@nimule/core/identity/roles';
import { assignableRoles, mayActOn } from '@nimule/core/identity/users/rules';
import type { Route } from '@nimule/core/kernel/contract';
import { routes } from '@nimule/core/routes';

type TablePermission = keyof typeof permissionTable;

const permissions = Object.keys(permissionTable) as TablePermission[];

/** Texts for permissions that do not depend on the role. */
const beyondRoles: Record<string, string> = {
  public: 'everybody, without signing in',
  session: 'whoever has a session, even one that waits for the second factor',
  identified:
    'whoever has shown the second factor, even with a password that must be changed first',
  signedIn: 'whoever is signed in',
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function member(role: Role): StaffActor {
  return {
    kind: 'staff',
    userId: 0,
    username: role,
    fullName: role,
    role,
    grants: [],
    mustChangePassword: false,
    sessionId: 0,
  };
}

function permissionMatrix(): string {
  const rows = permissions.map((permission) => [
    `\`${permission}\``,
    permissionTable[permission].words,
    ...roles.map((role) => (roleHolds(role, permission) ? 'yes' : '')),
  ]);
  return table(['Permission', 'to', ...roles.map((role) => roleLabels[role])], rows);
}

/** A list of roles, as the shorter of 'all but' and 'these'. */
function inWords(among: (role: Role) => boolean): string {
  const inside = roles.filter(among);
  const outside = roles.filter((role) => !among(role));
  const names = (list: readonly Role[]) => list.map((role) => roleLabels[role]).join(', ');
  if (outside.length === 0) return 'every role';
  if (inside.length === 0) return 'nobody';
  return outside.length <= 2 ? `every role but ${names(outside)}` : names(inside);
}

function accountRules(): string {
  const managers = roles.filter((role) => roleHolds(role, 'user.manage'));
  const rows = managers.map((role) => [
    roleLabels[role],
    inWords((target) => mayActOn(member(role), { role: target })),
    inWords((given) => assignableRoles(member(role)).includes(given)),
  ]);
  return table(
    ['Role', 'acts on the accounts of', 'gives the roles'],
    [...rows, ['The shell (`isp`)', 'every role', 'every role']],
  );
}

function neededFor({ permission, oneOf }: Route): string {
  const any = (oneOf ?? [permission]).map((name) => `\`${name}\``).join(' or ');
  return oneOf && permission !== 'signedIn' ? `\`${permission}\` and ${any}` : any;
}

function operationList(): string {
  const rows = (Object.entries(routes) as [string, Route][]).map(([name, route]) => [
    `\`${name}\``,
    `\`${route.method} ${route.path}\``,
    route.summary,
    neededFor(route),
  ]);
  return table(['Operation', 'Call', 'What it does', 'Permission'], rows);
}

/** Generates docs/permissions.md from the program's tables. */
export function permissionsDocument(): string {
  return `# Roles and permissions

Printed from the permission table and the contract by
\`npx tsx -C nimule-source scripts/permissions-doc.ts\`; a test fails while it is out of date.

Every call is decided on the server by the permission that its row of the contract names. The browser
reads the same table to hide or disable what would be refused. The shell and jobs hold every permission.
Whoever must change the password first can change it and sign out, nothing else.

## What each role may do

${permissionMatrix()}

One account can be granted, beyond its role: ${grantable.map((grant) => `\`${grant}\``).join(', ')}.
Nobody grants what they may not do themselves, nor anything to themselves.

Besides these there are:

${Object.entries(beyondRoles)
  .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  .join('\n')}

## Who manages whose account

${accountRules()}

- Nobody suspends or deletes their own account, changes its role, or resets its password without
  knowing the current one.
- What gives access to an account that may do what the caller may not waits for another person who manages users
  ([decision 130](decisions.md#decision-130)); so does the reset of an account that manages users.
- The last active Master Admin can be neither suspended, demoted nor deleted, not even from the shell.
- The role of a Super Admin or a Developer is changed by a Master Admin alone.
- Those without \`user.manage\` read the names of staff (\`user.names\`) and nothing more of an account.

## What each call needs

${operationList()}
`;
}

export const permissionsFile = fileURLToPath(new URL('../docs/permissions.md', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(permissionsFile, permissionsDocument());
}
