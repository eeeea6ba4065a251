import { parsePhone } from '../kernel/phone.ts';
import { searchKey } from '../kernel/text.ts';

/** A row that names its customer by id, else by name, else by e-mail or telephone. */
export interface NamesCustomer {
  /** The displayed id, such as SC003. */
  customerId?: string;
  customerName?: string;
  customerEmail?: string;
  customerPhone?: string;
}

/** `note` tells by what the customer was found, where it was not the id or the name alone. */
export type NamedCustomer = { customerId: string; note?: string } | { problem: string };

/** A customer with the contacts by which documents may name them. */
export interface Reachable {
  customerId: string;
  phone: string;
  email: string;
}

/** Customers by their contacts, in the order in which they were given. */
export interface Contacts {
  /** The customer ids by `searchKey` of the e-mail. */
  byEmail: ReadonlyMap<string, readonly string[]>;
  /** The customer ids by the stored telephone. */
  byPhone: ReadonlyMap<string, readonly string[]>;
}

/** Indexes customers by e-mail, in any case, and by telephone, so that each row is one look-up however many there are. */
export function contactsOf(customers: readonly Reachable[]): Contacts {
  const byEmail = new Map<string, string[]>();
  const byPhone = new Map<string, string[]>();
  const add = (ids: Map<string, string[]>, key: string, customerId: string) => {
    if (key === '') return;
    const known = ids.get(key);
    if (known) known.push(customerId);
    else ids.set(key, [customerId]);
  };
  for (const { customerId, email, phone } of customers) {
    add(byEmail, searchKey(email), customerId);
    add(byPhone, phone, customerId);
  }
  return { byEmail, byPhone };
}

export interface KnownNames {
  /** The customer ids by the names as written; two if several customers have the name. */
  byName: ReadonlyMap<string, readonly string[]>;
  /** The customers with the e-mails and telephones of the rows; left out where no row needs them. */
  contacts?: Contacts;
  /** Whether an id is a customer's; left out, ids are not looked up and each counts. */
  knows?(customerId: string): boolean;
}

const NO_CONTACTS = contactsOf([]);

/** The ids of the customers with the e-mail or else the telephone of a row, and which of the two it was. */
export function reached(
  { customerEmail = '', customerPhone = '' }: NamesCustomer,
  { byEmail, byPhone }: Contacts,
): { ids: readonly string[]; by: string } {
  const ids = byEmail.get(searchKey(customerEmail));
  if (ids) return { ids, by: `e-mail ${customerEmail.trim()}` };
  const phone = parsePhone(customerPhone);
  const found = phone === undefined ? undefined : byPhone.get(phone);
  return { ids: found ?? [], by: `telephone ${customerPhone.trim()}` };
}

/**
 * The customer id of a row: its own; else that of the only customer with its name, of several the one with its e-mail or
 * telephone; else that of the only customer with these, which is told. Its own id may be unknown: with `knows`, one that is
 * no customer's gives way to the name and the contacts, which is told too. A name without a customer, or with several, is
 * a problem: money must not go to the wrong one. Undefined for a row that names no customer.
 */
export function customerNamed(
  row: NamesCustomer,
  { byName, contacts = NO_CONTACTS, knows }: KnownNames,
): NamedCustomer | undefined {
  const { customerId, customerName } = row;
  if (customerId !== undefined && (knows === undefined || knows(customerId))) return { customerId };
  const contact = reached(row, contacts);
  const named = customerName ? (byName.get(customerName) ?? []) : [];
  const [id, other] = named;
  const [found, another] = contact.ids;
  const unknown =
    customerId === undefined ? '' : `customerId: There is no customer ${customerId}; `;
  if (id !== undefined && other === undefined)
    return unknown === ''
      ? { customerId: id }
      : { customerId: id, note: `${unknown}${id} has the name ${customerName}.` };
  if (found !== undefined && another === undefined) {
    const said =
      unknown ||
      (customerName
        ? `customerName: Not found by the name ${customerName} alone; `
        : 'customerEmail: ');
    return { customerId: found, note: `${said}${found} has the ${contact.by}.` };
  }
  if (customerId !== undefined) return { customerId };
  if (!customerName) return undefined;
  if (id === undefined)
    return { problem: `customerName: There is no customer named ${customerName}.` };
  return {
    problem: `customerName: Several customers are named ${customerName}, for example ${id} and ${other}. Say which one in a column with the customer id.`,
  };
}
