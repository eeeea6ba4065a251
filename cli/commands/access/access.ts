import { actionCommand } from '../../action-command.ts';
import { defineCommand, required, text } from '../../command.ts';
import { exportCommand } from '../../export-command.ts';
import { printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, numberColumn, printRecord, textColumn } from '../../output.ts';
import type { Session, WireBody } from '../../session.ts';
import { findCustomer } from '../customers/customers.ts';

const columns = [
  textColumn('username', 'User name'),
  textColumn('kind', 'Kind'),
  textColumn('customerNumber', 'Customer'),
  textColumn('customerName', 'Name'),
  textColumn('access', 'Access'),
  textColumn('reason', 'Why'),
  numberColumn('downloadKbps', 'Down kbps'),
  numberColumn('uploadKbps', 'Up kbps'),
  numberColumn('sessions', 'Online'),
  numberColumn('downloadBytes', 'Down bytes'),
] as const;

const filters = {
  kind: text('kind', 'pppoe, hotspot or mac'),
  access: text('state', 'on, garden or off'),
  online: text('yes', 'yes: only those who are online; no: only the others'),
} as const;

/** The account of a user name, in any case; of a device by its address. @throws AppError notFound. */
async function findAccount(session: Session, typed: string): Promise<WireBody<'getAccessAccount'>> {
  const [{ notFound }, { canonicalMac }] = await Promise.all([
    import('@nimule/core/kernel/errors'),
    import('@nimule/core/kernel/net-addresses'),
  ]);
  const name = (canonicalMac(typed.slice(0, 100)) ?? typed.slice(0, 100)).toLowerCase();
  const { body } = await session.call('listAccessAccounts', { query: { q: name } });
  return body.find(({ username }) => username === name) ?? notFound('Access account', typed);
}

const account = { help: 'User name, or address of a device' } as const;

export const accessCommands = [
  listCommand({
    name: 'access list',
    summary: 'List access accounts',
    details: 'Bytes are those of this month.',
    operation: 'listAccessAccounts',
    columns,
    filters,
    examples: ['isp access list --access garden', 'isp access list --q amina --format json'],
  }),
  actionCommand({
    name: 'access add',
    summary: 'Add an access account of a customer',
    details:
      'Without --password one is made; isp access password shows it. A device signs in by its address, without a password.',
    operation: 'createAccessAccount',
    columns,
    args: { customer: { help: 'Customer ID, such as SC003' } },
    options: {
      kind: required('kind', 'pppoe, hotspot or mac'),
      username: required('name', 'User name, or address of a device'),
      password: text('password', 'Six characters or more; it can be read in the list of processes'),
      fixedIp: text('address', 'IPv4 address of its sessions'),
      pool: text('name', 'Pool of the router from which it gets an address'),
      sessionsAtOnce: text('number', 'Sessions at once; 1 when left out'),
    },
    async input(session, { args, options }) {
      const customer = await findCustomer(session, args.customer);
      return { body: { ...options, customerId: customer.id } };
    },
    examples: [
      'isp access add SC003 --kind pppoe --username amina',
      'isp access add SC003 --kind mac --username AA:BB:CC:DD:EE:FF',
    ],
  }),
  defineCommand({
    name: 'access password',
    summary: 'Show the password of an access account',
    args: { account },
    answers: true,
    examples: ['isp access password amina'],
    async run({ io, args, format, open }) {
      const session = await open();
      const { id } = await findAccount(session, args.account);
      const { body } = await session.call('showAccessPassword', { params: { id } });
      await printRecord(io, format, body, [
        textColumn('username', 'User name'),
        textColumn('password', 'Password'),
      ]);
    },
  }),
  defineCommand({
    name: 'access renew',
    summary: 'Give an access account a new password, which is made',
    args: { account },
    answers: true,
    examples: ['isp access renew amina'],
    async run({ io, args, format, open }) {
      const session = await open();
      const { id } = await findAccount(session, args.account);
      const { body } = await session.call('renewAccessPassword', { params: { id }, body: {} });
      await printRecord(io, format, body, [
        textColumn('username', 'User name'),
        textColumn('password', 'Password'),
      ]);
    },
  }),
  ...(['block', 'unblock'] as const).map((verb) =>
    actionCommand({
      name: `access ${verb}`,
      summary:
        verb === 'block'
          ? 'Refuse an access account, whatever the status of its customer'
          : 'Let an access account on again, as the status of its customer says',
      operation: 'updateAccessAccount',
      columns,
      args: { account },
      async input(session, { args }) {
        const { id, version } = await findAccount(session, args.account);
        return { params: { id }, body: { isBlocked: verb === 'block', version } };
      },
      examples: [`isp access ${verb} amina`],
    }),
  ),
  listCommand({
    name: 'access sessions',
    summary: 'List who is online',
    operation: 'listSessions',
    columns: [
      textColumn('username', 'User name'),
      textColumn('customerNumber', 'Customer'),
      textColumn('routerName', 'Router'),
      textColumn('device', 'Device'),
      textColumn('ip', 'Address'),
      instantColumn('startedAt', 'Since'),
      numberColumn('uploadBytes', 'Up bytes'),
      numberColumn('downloadBytes', 'Down bytes'),
      textColumn('access', 'Access'),
    ],
    filters: { access: filters.access },
    examples: ['isp access sessions', 'isp access sessions --q 10.0.0.5'],
  }),
  listCommand({
    name: 'access closed',
    summary: 'List ended sessions, also by the address that they had',
    operation: 'listClosedSessions',
    columns: [
      textColumn('username', 'User name'),
      textColumn('customerNumber', 'Customer'),
      textColumn('routerName', 'Router'),
      textColumn('device', 'Device'),
      textColumn('ip', 'Address'),
      instantColumn('startedAt', 'From'),
      instantColumn('endedAt', 'To'),
      textColumn('cause', 'Ended by'),
    ],
    filters: {
      ip: text('address', 'Who had this address'),
      from: text('date', 'From this day on, YYYY-MM-DD'),
      to: text('date', 'Up to this day, YYYY-MM-DD'),
    },
    examples: ['isp access closed --ip 10.0.0.5 --from 2026-11-01'],
  }),
  listCommand({
    name: 'access refused',
    summary: 'List refused sign-ins with the reason',
    operation: 'listRefusals',
    columns: [
      instantColumn('lastAt', 'Last'),
      textColumn('username', 'User name'),
      textColumn('customerName', 'Name'),
      textColumn('routerName', 'Router'),
      textColumn('device', 'Device'),
      textColumn('reason', 'Why'),
      numberColumn('count', 'Times'),
    ],
    filters: {
      reason: text(
        'reason',
        'unknown, password, suspended, inactive, blocked, tooMany, throttled, void, ended or usedUp',
      ),
    },
    examples: ['isp access refused --reason password'],
  }),
  defineCommand({
    name: 'access disconnect',
    summary: 'Tell the routers to end the open sessions of an account',
    details: 'Their devices may sign in again. The server sends the orders within two seconds.',
    args: { account },
    examples: ['isp access disconnect amina'],
    async run({ io, args, open }) {
      const session = await open();
      const { id, username } = await findAccount(session, args.account);
      const { body } = await session.call('listSessions', { query: { accountId: String(id) } });
      for (const one of body) await session.call('endSession', { params: { id: one.id } });
      const count = `${body.length} ${body.length === 1 ? 'session' : 'sessions'}`;
      printMessage(io, `${count} of ${username} will be ended.`);
    },
  }),
  exportCommand({
    name: 'access export',
    operation: 'exportAccessAccounts',
    filters,
    examples: ['isp access export --access garden --output suspended.xlsx'],
  }),
];
