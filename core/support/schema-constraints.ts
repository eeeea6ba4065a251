import { customerInUse } from '../customers/schema-constraints.ts';
import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of this module's tables. */
export const supportConstraints = {
  // Decision 18: a customer with tickets is not deleted.
  tickets_customer: customerInUse,
  // The node of a customer who was moved to another one at the same moment.
  tickets_node: {
    kind: 'conflict',
    code: 'ticket.nodeGone',
    message: 'The network node was deleted in the meantime. Choose another one.',
    field: 'nodeId',
  },
  tickets_number: {
    kind: 'conflict',
    code: 'ticket.numberTaken',
    message: 'This ticket ID is already in use.',
    field: 'ticketId',
  },
  tickets_alarm: {
    kind: 'conflict',
    code: 'ticket.alarmKnown',
    message: 'This alarm already has a ticket.',
  },
} as const satisfies ConstraintErrors;
