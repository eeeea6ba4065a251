import { actionCommand } from '../action-command.ts';
import { defineCommand, flag, required, text, yes } from '../command.ts';
import { printMessage } from '../io.ts';
import { listCommand } from '../list-command.ts';
import { instantColumn, printRecord, textColumn } from '../output.ts';
import { confirmed } from '../prompts.ts';
import type { Session, WireBody } from '../session.ts';

const columns = [
  textColumn('username', 'Username'),
  textColumn('fullName', 'Name'),
  textColumn('email', 'E-mail'),
  textColumn('role', 'Role'),
  textColumn('isActive', 'Active'),
  textColumn('mustChangePassword', 'Must change password'),
  instantColumn('lastLogin', 'Last sign-in'),
  textColumn('grants', 'Grants'),
];

const username = { help: 'Username' } as const;

/** @throws AppError notFound. */
export async function findUser(
  session: Session,
  wanted: string,
): Promise<WireBody<'listUsers'>[number]> {
  const [{ identityKey }, { notFound }] = await Promise.all([
    import('@nimule/core/identity/schema'),
    import('@nimule/core/kernel/errors'),
  ]);
  const { body } = await session.call('listUsers', { query: { q: wanted } });
  const key = identityKey(wanted);
  return body.find((user) => identityKey(user.username ?? '') === key) ?? notFound('User', wanted);
}

export const userCommands = [
  listCommand({
    name: 'users list',
    summary: 'List staff accounts',
    operation: 'listUsers',
    columns,
    filters: {
      role: text('role', 'Only this role'),
      status: text('status', 'active or inactive'),
    },
    examples: ['isp users list', 'isp users list --role billing --format csv'],
  }),
  defineCommand({
    name: 'users create',
    summary: 'Create a staff account with a temporary password, printed once',
    details:
      'Every role can be given here, also those that the portal does not offer. The password has to be changed at a first sign-in within 7 days.',
    options: {
      username: required('name', 'Username to sign in with'),
      fullName: required('name', 'Full name'),
      email: required('address', 'E-mail address'),
      role: required('role', 'Role, such as billing, technician or ceo'),
    },
    answers: true,
    examples: [
      'isp users create --username grace --full-name "Grace Akol" --email grace@example.net --role billing',
    ],
    async run({ io, options, format, open }) {
      const session = await open();
      const { temporaryPassword } = await import('@nimule/core/identity/passwords/rules');
      const password = temporaryPassword(session.app.random);
      const { body } = await session.call('createUser', {
        body: { ...options, password, mustChangePassword: true },
      });
      await printRecord(io, format, { ...body, temporaryPassword: password }, [
        textColumn('username', 'Username'),
        textColumn('role', 'Role'),
        textColumn('temporaryPassword', 'Temporary password'),
      ]);
    },
  }),
  actionCommand({
    name: 'users update',
    summary: 'Change the role, name, username or e-mail address of an account',
    details: "A change of role ends the user's sessions and what was granted beyond the old role.",
    args: { username },
    options: {
      role: text('role', 'New role, such as billing, technician or ceo'),
      fullName: text('name', 'New full name'),
      username: text('name', 'New username to sign in with'),
      email: text('address', 'New e-mail address'),
    },
    examples: [
      'isp users update grace --role operations_manager',
      'isp users update grace --full-name "Grace Akol" --email grace@example.net',
    ],
    operation: 'updateUser',
    columns,
    async input(session, { args, options }) {
      if (Object.values(options).every((value) => value === undefined)) {
        const { AppError } = await import('@nimule/core/kernel/errors');
        throw new AppError(
          'invalid',
          'input.invalid',
          'Say what to change: --role, --full-name, --username or --email.',
        );
      }
      const user = await findUser(session, args.username);
      return { params: { id: user.id }, body: options };
    },
  }),
  defineCommand({
    name: 'users reset-password',
    summary: 'Give a user a temporary password, printed once',
    details: "Ends the user's sessions. It has to be changed at a sign-in within 7 days.",
    args: { username },
    answers: true,
    examples: ['isp users reset-password grace'],
    async run({ io, args, format, open }) {
      const session = await open();
      const user = await findUser(session, args.username);
      const { body } = await session.call('resetUserPassword', {
        params: { id: user.id },
        body: {},
      });
      await printRecord(io, format, { username: user.username, ...body }, [
        textColumn('username', 'Username'),
        textColumn('temporaryPassword', 'Temporary password'),
      ]);
    },
  }),
  defineCommand({
    name: 'users reset-second-factor',
    summary: 'Remove the second factors of a user who has lost them',
    details:
      "Removes authenticator app, passkeys and recovery codes, and ends the user's sessions. Who must have a second factor sets one up at the next sign-in.",
    args: { username },
    options: { yes },
    examples: ['isp users reset-second-factor grace --yes'],
    async run({ io, args, options, open }) {
      const session = await open();
      const user = await findUser(session, args.username);
      const question = `Remove the second factors of ${user.username} (${user.fullName})?`;
      if (!(await confirmed(io, options.yes, question))) return 0;
      const { body } = await session.call('resetSecondFactor', { params: { id: user.id } });
      printMessage(io, (body as { message: string }).message);
      return 0;
    },
  }),
  actionCommand({
    name: 'users suspend',
    summary: 'Suspend an account and end its sessions, or reactivate it',
    args: { username },
    options: { undo: flag('Reactivate it') },
    examples: ['isp users suspend grace', 'isp users suspend grace --undo'],
    operation: 'suspendUser',
    columns,
    async input(session, { args, options }) {
      const user = await findUser(session, args.username);
      return {
        params: { id: user.id },
        body: { isActive: options.undo },
      };
    },
  }),
  actionCommand({
    name: 'users grant',
    summary: 'Give an account a permission beyond its role, or take it back',
    args: { username, permission: { help: 'Permission, such as invoice.edit' } },
    options: { revoke: flag('Take it back') },
    examples: ['isp users grant grace invoice.edit', 'isp users grant grace invoice.edit --revoke'],
    operation: 'grantUser',
    columns,
    async input(session, { args, options }) {
      const user = await findUser(session, args.username);
      const others = (user.grants ?? []).filter((grant) => grant !== args.permission);
      return {
        params: { id: user.id },
        body: { grants: options.revoke ? others : [...others, args.permission] },
      };
    },
  }),
  defineCommand({
    name: 'users delete',
    summary: 'Delete an account for good; its name remains on what the user did',
    args: { username },
    options: { yes },
    examples: ['isp users delete grace', 'isp users delete grace --yes'],
    async run({ io, args, options, open }) {
      const session = await open();
      const user = await findUser(session, args.username);
      const question = `Delete the account ${user.username} (${user.fullName}) for good?`;
      if (!(await confirmed(io, options.yes, question))) return 0;
      await session.call('deleteUser', { params: { id: user.id } });
      printMessage(io, `The account ${user.username} was deleted.`);
      return 0;
    },
  }),
];
