import { privilegedRoles, type Role, roles } from './roles.ts';

const everyone = roles;
const everyoneBut = (...without: Role[]): readonly Role[] =>
  roles.filter((role) => !without.includes(role));
const privilegedAnd = (...more: Role[]): readonly Role[] => [...privilegedRoles, ...more];

/** 'code': a code or a passkey; 'setUp': a second factor, which the account must have and lacks (decision 128). */
export const secondSteps = ['code', 'setUp'] as const;
export type SecondStep = (typeof secondSteps)[number];

/** Operations that `confirms` marks ask for the password or a second factor again after this time. */
export const CONFIRMED_MINUTES = 10;

interface PermissionRow {
  /** master_admin holds every permission, listed or not. */
  roles: readonly Role[];
  /** What it allows, in the infinitive, to follow 'You may not'. */
  words: string;
}

/**
 * Every permission with the roles that hold it (seeds/000 6, seeds/001 6, decisions 16 and 17) and its words. Refusals,
 * the reasons of disabled buttons, the sidebar and docs/permissions.md are made from this table.
 */
export const permissionTable = {
  'dashboard.read': { roles: everyone, words: 'see the dashboard' },
  'customer.read': { roles: everyone, words: 'see customers' },
  'customer.write': {
    roles: privilegedAnd('admin', 'operations_manager', 'manager', 'support', 'billing'),
    words: 'add and change customers',
  },
  'customer.delete': {
    roles: privilegedAnd('admin', 'operations_manager', 'manager'),
    words: 'delete customers',
  },
  'customer.import': {
    roles: privilegedAnd('admin', 'operations_manager', 'manager', 'support', 'billing'),
    words: 'import customers',
  },
  'invoice.read': { roles: everyone, words: 'see invoices' },
  'invoice.email': { roles: everyone, words: 'e-mail invoices' },
  'invoice.create': {
    roles: privilegedAnd('admin', 'billing'),
    words: 'make invoices by hand',
  },
  'invoice.edit': { roles: ['master_admin', 'super_admin'], words: 'edit and cancel invoices' },
  'invoice.import': { roles: privilegedAnd('admin', 'billing'), words: 'import invoices' },
  'payment.read': { roles: everyone, words: 'see payments' },
  'payment.record': {
    roles: ['master_admin', 'super_admin', 'admin', 'billing'],
    words: 'record and reverse payments and credits',
  },
  'billing.run': { roles: privilegedAnd('admin', 'billing'), words: 'run the monthly billing' },
  'billing.disconnect': {
    roles: privilegedAnd('admin', 'billing', 'operations_manager', 'technical_manager'),
    words: 'run the auto-disconnect',
  },
  'rate.read': { roles: everyone, words: 'see exchange rates' },
  'rate.update': { roles: privilegedAnd('admin'), words: 'change exchange rates' },
  'settings.read': { roles: everyone, words: 'see the company settings' },
  'settings.update': { roles: privilegedAnd('admin'), words: 'change the company settings' },
  'accounting.read': { roles: everyoneBut('technical_manager'), words: 'see the books' },
  'journal.post': {
    roles: privilegedAnd('admin', 'billing', 'ceo'),
    words: 'post and reverse journal entries',
  },
  'account.write': { roles: privilegedAnd('admin'), words: 'change the chart of accounts' },
  'expense.read': { roles: everyone, words: 'see expenses' },
  'expense.write': {
    roles: privilegedAnd('admin', 'billing', 'ceo'),
    words: 'record and change expenses',
  },
  'stock.read': { roles: everyone, words: 'see equipment and its stock' },
  'stock.write': {
    roles: privilegedAnd('admin', 'operations_manager', 'manager', 'billing'),
    words: 'change equipment and count stock',
  },
  'stock.adjust': {
    roles: privilegedAnd('admin', 'operations_manager'),
    words: 'adjust stock and accept counts',
  },
  'sale.read': { roles: everyone, words: 'see sales orders' },
  'sale.write': {
    roles: privilegedAnd('admin', 'operations_manager', 'manager', 'billing'),
    words: 'make and change sales orders',
  },
  'sale.price': { roles: privilegedAnd('admin'), words: 'accept prices below the list' },
  'loan.write': {
    roles: privilegedAnd(
      'admin',
      'operations_manager',
      'manager',
      'billing',
      'technical_manager',
      'technician',
    ),
    words: 'issue equipment to customers and take it back',
  },
  'voucher.read': { roles: everyone, words: 'see vouchers and hotspot sales' },
  'voucher.sell': { roles: everyone, words: 'sell and activate vouchers' },
  'voucher.bundle': {
    roles: privilegedAnd('admin', 'operations_manager'),
    words: 'change voucher bundles',
  },
  'assistant.use': { roles: everyone, words: 'use the assistant of the support chat' },
  'assistant.teach': {
    roles: privilegedAnd('admin', 'operations_manager', 'manager', 'support', 'billing'),
    words: 'change the knowledge base and train the assistant',
  },
  'till.own': { roles: everyone, words: 'keep a till' },
  'till.manage': {
    roles: privilegedAnd('admin', 'manager', 'billing'),
    words: 'see the tills of others and accept them',
  },
  'cash.safe': {
    roles: privilegedAnd('ceo', 'admin', 'manager', 'billing'),
    words: 'take cash from the safe',
  },
  'procurement.read': { roles: everyone, words: 'see procurement' },
  'supplier.write': {
    roles: privilegedAnd('admin', 'operations_manager', 'manager', 'billing'),
    words: 'add and change suppliers',
  },
  'requisition.create': { roles: everyone, words: 'ask for goods' },
  'requisition.review': {
    roles: privilegedAnd('operations_manager', 'technical_manager'),
    words: 'review requisitions',
  },
  'requisition.approve': { roles: privilegedAnd('admin'), words: 'approve requisitions' },
  'requisition.delete': { roles: ['developer'], words: 'delete requisitions' },
  'order.write': {
    roles: privilegedAnd('admin', 'operations_manager', 'manager', 'billing'),
    words: 'make and change purchase orders',
  },
  'order.receive': {
    roles: privilegedAnd('admin', 'operations_manager', 'manager', 'billing'),
    words: 'receive goods',
  },
  'order.approve': { roles: privilegedAnd('admin'), words: 'approve purchase orders' },
  'order.delete': { roles: privilegedRoles, words: 'delete purchase orders' },
  'bill.write': { roles: privilegedAnd('admin', 'billing'), words: 'record supplier bills' },
  'money.approve': {
    roles: privilegedAnd('ceo', 'admin'),
    words: 'decide on payments above the limits',
  },
  // Administrators do not raise the limits of what they pay themselves.
  'money.limits': {
    roles: privilegedRoles,
    words: 'change the limits above which a second person decides',
  },
  'bill.approve': { roles: privilegedAnd('admin'), words: 'accept supplier bills that differ' },
  // Administrators neither raise their own limit nor loosen the match of their own bills.
  'procurement.settings': {
    roles: privilegedRoles,
    words: 'change the limit of approval and the tolerance of prices',
  },
  'supplier.pay': {
    roles: ['master_admin', 'super_admin', 'admin', 'billing'],
    words: 'pay suppliers',
  },
  'month.lock': { roles: privilegedAnd('admin'), words: 'lock and unlock months' },
  'sms.read': { roles: everyone, words: 'see messages' },
  'sms.send': {
    roles: privilegedAnd('admin', 'operations_manager', 'manager', 'support', 'billing'),
    words: 'send messages',
  },
  'sms.automate': { roles: privilegedAnd('admin'), words: 'change automatic messages and sending' },
  'network.read': { roles: everyone, words: 'see the network' },
  'network.write': {
    roles: privilegedAnd('admin', 'operations_manager', 'technical_manager', 'technician'),
    words: 'change the network',
  },
  'access.read': { roles: everyone, words: 'see access accounts and who is online' },
  'access.write': {
    roles: privilegedAnd(
      'admin',
      'operations_manager',
      'technical_manager',
      'technician',
      'support',
    ),
    words: 'change access accounts',
  },
  'access.password': {
    roles: privilegedAnd(
      'admin',
      'operations_manager',
      'technical_manager',
      'technician',
      'support',
    ),
    words: 'see and renew passwords of access accounts',
  },
  'access.enforce': {
    roles: privilegedAnd('admin', 'technical_manager'),
    words: 'decide what the network enforces',
  },
  'ticket.read': { roles: everyone, words: 'see support tickets' },
  'ticket.write': { roles: everyone, words: 'open and work on support tickets' },
  'ticket.assign': {
    roles: privilegedAnd('admin', 'operations_manager', 'technical_manager', 'manager', 'support'),
    words: 'assign support tickets',
  },
  'hr.read': { roles: everyoneBut('technical_manager'), words: 'see human resources' },
  'hr.write': { roles: privilegedAnd('admin', 'manager'), words: 'change human resources' },
  'pay.read': {
    roles: privilegedAnd('ceo', 'admin', 'manager'),
    words: 'see salaries and payroll',
  },
  'payroll.run': { roles: privilegedAnd('admin', 'manager'), words: 'run payroll' },
  'payroll.approve': { roles: privilegedAnd('admin', 'manager'), words: 'approve payroll' },
  'leave.approve': { roles: privilegedAnd('admin', 'manager'), words: 'decide on leave' },
  'report.read': { roles: everyone, words: 'see reports' },
  'report.schedule': {
    roles: privilegedAnd('admin', 'ceo', 'manager'),
    words: 'schedule reports by e-mail',
  },
  'user.names': { roles: everyone, words: 'see the names of users' },
  'user.manage': { roles: privilegedRoles, words: 'manage users' },
  'audit.read': { roles: privilegedRoles, words: 'see the audit log' },
  'backup.read': { roles: privilegedRoles, words: 'see backups' },
  'backup.manage': { roles: privilegedRoles, words: 'make and restore backups' },
  'job.run': { roles: privilegedRoles, words: 'see and run scheduled jobs' },
} as const satisfies Record<string, PermissionRow>;

/**
 * The requirement of an operation: a permission of the table, or one that does not depend on the role. 'public' needs
 * no session; 'session' also allows sessions that wait for the second factor (only to show or set up one, and to log out);
 * 'identified' does not allow those, but users who must change their password (decision 128); 'signedIn' allows neither.
 */
export type Permission = keyof typeof permissionTable | WithoutRole;

/** Requirements that do not depend on the role. */
export const withoutRole = ['public', 'session', 'identified', 'signedIn'] as const;
export type WithoutRole = (typeof withoutRole)[number];

export function isWithoutRole(permission: Permission): permission is WithoutRole {
  return (withoutRole as readonly Permission[]).includes(permission);
}

/** Permissions that one account can be granted beyond its role: the specification's "two named accounts". */
export const grantable = ['invoice.edit'] as const satisfies readonly Permission[];
export type Grant = (typeof grantable)[number];

export function roleHolds(role: Role, permission: Permission): boolean {
  if (isWithoutRole(permission) || role === 'master_admin') return true;
  return (permissionTable[permission].roles as readonly Role[]).includes(role);
}

/** The words of these permissions, to follow 'You may not': 'import customers or import invoices'. */
export function permissionWords(...permissions: readonly Permission[]): string {
  return permissions
    .map((permission) =>
      permission in permissionTable
        ? permissionTable[permission as keyof typeof permissionTable].words
        : 'do this',
    )
    .join(' or ');
}
