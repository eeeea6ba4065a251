import { searchKey } from '../kernel/text.ts';

/** A row of a list of people without customer ids. */
export interface Unnumbered {
  name?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
}

/** A known customer with the name of a row. */
export interface Namesake {
  customerId: string;
  phone: string;
  email: string;
}

/** What makes two rows without ids one person: name, telephone and e-mail, in any case. Undefined without a name. */
export function personKey({ name = '', phone = '', email = '' }: Unnumbered): string | undefined {
  const key = searchKey(name);
  return key === '' ? undefined : JSON.stringify([key, phone, searchKey(email)]);
}

/** What a row shares with another row of the same person: its name with the telephone, and with the e-mail. */
export function contactKeys({ name = '', phone = '', email = '' }: Unnumbered): string[] {
  return [phone, searchKey(email)]
    .filter((contact) => contact !== '')
    .map((contact) => JSON.stringify([searchKey(name), contact]));
}

/** Another person than any of `namesakes`, who are told; undefined if there is nobody of the name. */
interface NewPerson {
  namesakes: string;
}

export type FoundPerson = { customerId: string } | { problem: string } | NewPerson | undefined;

/** Whether a row and a customer of its name have contacts of one kind that differ. */
function isAnother({ phone = '', email = '' }: Unnumbered, one: Namesake): boolean {
  const differs = (a: string, b: string) => a !== '' && b !== '' && a !== b;
  return differs(phone, one.phone) || differs(searchKey(email), searchKey(one.email));
}

/**
 * The customer that a row without an id means, among those of its name: the one with its telephone and e-mail, else the one
 * with either. Undefined for a new one, of whose name there is nobody. A namesake with another telephone or e-mail is
 * another person, who is told. One without a contact to compare is a question (decisions 78 and 105).
 */
export function foundPerson(row: Unnumbered, namesakes: readonly Namesake[]): FoundPerson {
  if (namesakes.length === 0) return undefined;
  const { phone = '', email = '' } = row;
  const hasPhone = (one: Namesake) => one.phone === phone;
  const hasEmail = (one: Namesake) => searchKey(one.email) === searchKey(email);
  const equal = namesakes.filter((one) => hasPhone(one) && hasEmail(one));
  const like = namesakes.filter(
    (one) => (phone !== '' && hasPhone(one)) || (email !== '' && hasEmail(one)),
  );
  const [found, other] = equal.length > 0 ? equal : like;
  if (found && other === undefined) return { customerId: found.customerId };
  if (!found && namesakes.every((one) => isAnother(row, one)))
    return {
      namesakes: namesakes
        .slice(0, 2)
        .map((one) => one.customerId)
        .join(' and '),
    };
  const [first, second] = found ? [found, other] : namesakes;
  const named = second
    ? `${first!.customerId} and ${second.customerId} have`
    : `${first!.customerId} has`;
  const contact = found
    ? 'the same telephone or e-mail'
    : 'no telephone or e-mail that tells them apart';
  return {
    problem: `name: ${named} the name ${row.name} and ${contact}. Say in a column with the customer id which customer this is, or give a new id.`,
  };
}
