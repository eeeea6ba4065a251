import type { ImportField } from './rules.ts';
import { CUSTOMER_ID_TITLES, CUSTOMER_NAME_TITLES, CUSTOMER_TITLES } from './rules-titles.ts';

/** The columns by which a document names its customer: by id, else by name, else by e-mail or telephone. */
export const customerColumns: readonly ImportField[] = [
  {
    name: 'customerId',
    kind: 'text',
    isRequired: true,
    aliases: [...CUSTOMER_ID_TITLES, 'Account'],
    example: 'EXAMPLE-001',
  },
  {
    name: 'customerName',
    kind: 'text',
    standsFor: 'customerId',
    aliases: [...CUSTOMER_NAME_TITLES, ...CUSTOMER_TITLES],
    example: 'Example Trading Co.',
  },
  {
    name: 'customerEmail',
    kind: 'text',
    isContact: true,
    aliases: ['Client Email', 'Email', 'Email Address'],
    example: '',
  },
  {
    name: 'customerPhone',
    kind: 'text',
    isContact: true,
    aliases: ['Client Phone', 'Phone', 'Telephone'],
    example: '',
  },
];
