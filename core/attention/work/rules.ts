import type { Permission } from '../../identity/permissions.ts';
import type { Role } from '../../identity/roles.ts';
import type { May } from '../../kernel/guarded.ts';
import { type WorkBlock, workBlocks } from './schema.ts';

/** What each role begins the day with, in this order (decision 124). */
export const workOfRole: Readonly<Record<Role, readonly WorkBlock[]>> = {
  master_admin: ['system', 'approvals', 'books'],
  developer: ['system', 'approvals'],
  super_admin: ['system', 'approvals', 'books'],
  ceo: ['figures', 'approvals'],
  operations_manager: ['approvals', 'unanswered', 'tickets'],
  technical_manager: ['visits', 'unanswered', 'tickets', 'approvals'],
  admin: ['approvals', 'books', 'payments', 'till'],
  manager: ['approvals', 'unanswered', 'till'],
  technician: ['visits', 'tickets'],
  support: ['tickets', 'unanswered'],
  billing: ['payments', 'till', 'books'],
};

/** What a block shows, all of which the caller must be permitted to see, whatever the role. */
export const blockPermissions: Readonly<Record<WorkBlock, readonly Permission[]>> = {
  visits: ['ticket.read'],
  tickets: ['ticket.read'],
  unanswered: ['ticket.read'],
  payments: ['payment.read', 'payment.record'],
  till: ['till.own'],
  figures: ['invoice.read', 'report.read'],
  // Each kind of request by its own permission (`waitingReaders`).
  approvals: ['signedIn'],
  books: ['accounting.read', 'journal.post'],
  system: ['job.run', 'backup.read'],
};

/** The blocks of a caller in their order; the shell and jobs, which have no role, have all that they may see. */
export function blocksOf(role: Role | undefined, may: May): WorkBlock[] {
  const blocks = role === undefined ? workBlocks : workOfRole[role];
  return blocks.filter((block) => blockPermissions[block].every((permission) => may(permission)));
}

interface Installation {
  email: 'smtp' | 'outbox';
  sms: 'smpp' | 'http' | 'outbox';
  payments: 'simulated' | 'momo' | 'off';
  hasBackupCopy: boolean;
  /** Jobs stand still since this file was restored. */
  pausedBy: string | undefined;
}

/** What of the installation is not as it should be in daily use, from its settings alone. */
export function installationWarnings(installation: Installation): string[] {
  const { email, sms, payments, hasBackupCopy, pausedBy } = installation;
  return [
    ...(pausedBy === undefined
      ? []
      : [`Jobs and messages are paused since ${pausedBy} was restored.`]),
    ...(email === 'outbox' ? ['No mail server is connected: e-mails are not sent.'] : []),
    ...(sms === 'outbox' ? ['No SMS gateway is connected: messages are not sent.'] : []),
    ...(payments === 'simulated' ? ['Mobile money is simulated: no money moves.'] : []),
    ...(hasBackupCopy ? [] : ['Backups are kept on this machine alone.']),
  ];
}
