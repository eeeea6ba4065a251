import type { AttachmentEntity } from '@nimule/core/attachments/schema';
import type { Permission } from '@nimule/core/identity/permissions';
import type { FileOperation, ReadOperation, WriteOperation } from '../../client/call.ts';

interface AttachmentOperations {
  list: ReadOperation;
  add: WriteOperation;
  download: FileOperation;
  remove: WriteOperation;
  /** To add and to delete files. */
  permission: Permission;
}

/** The operations of the records that have attachments; a module that joins adds a row. */
export const attachmentOperations = {
  ticket: {
    list: 'listTicketAttachments',
    add: 'addTicketAttachment',
    download: 'downloadTicketAttachment',
    remove: 'deleteTicketAttachment',
    permission: 'ticket.write',
  },
  expense: {
    list: 'listExpenseAttachments',
    add: 'addExpenseAttachment',
    download: 'downloadExpenseAttachment',
    remove: 'deleteExpenseAttachment',
    permission: 'expense.write',
  },
  journalEntry: {
    list: 'listEntryAttachments',
    add: 'addEntryAttachment',
    download: 'downloadEntryAttachment',
    remove: 'deleteEntryAttachment',
    permission: 'journal.post',
  },
  employee: {
    list: 'listEmployeeAttachments',
    add: 'addEmployeeAttachment',
    download: 'downloadEmployeeAttachment',
    remove: 'deleteEmployeeAttachment',
    permission: 'hr.write',
  },
} as const satisfies Record<AttachmentEntity, AttachmentOperations>;
