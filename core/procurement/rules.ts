import { AppError, breaksRule, invalidField } from '../kernel/errors.ts';
import {
  addCents,
  type Cents,
  type Currency,
  cents,
  formatSsp,
  formatUsd,
  MAX_AMOUNT,
  sspToUsd,
  subtractCents,
} from '../kernel/money.ts';
import { searchKey } from '../kernel/text.ts';

/** Yearly numbers of this module have four digits: REQ-2026-0001 (decision 7). */
export const YEARLY_WIDTH = 4;

/** seeds/002 6. */
export const ONLY_ADMINISTRATORS =
  'Access Denied: Only administrators can approve purchase orders.';

/** The permissions that the action tables ask for. */
export const judgedPermissions = [
  'requisition.review',
  'requisition.approve',
  'requisition.delete',
  'order.write',
  'order.receive',
  'order.approve',
  'order.delete',
  'bill.write',
] as const;
export type JudgedPermission = (typeof judgedPermissions)[number];

/** Who acts, for the action tables of server and buttons. */
export interface Caller {
  /** Null for the shell and jobs, which are compared by name. */
  userId: number | null;
  name: string;
  roleLabel: string;
  isPrivileged: boolean;
  permissions: ReadonlySet<JudgedPermission>;
  /** Those of the permissions that another active user holds. */
  others: ReadonlySet<JudgedPermission>;
  /** The largest document that the caller may approve, in US dollars; null for any. */
  limitUsd: Cents | null;
  /** The largest document that any of the other active users may approve; null for any. */
  othersLimitUsd: Cents | null;
}

export interface Person {
  userId: number | null;
  name: string;
}

export function isSamePerson(caller: Pick<Caller, 'userId' | 'name'>, person: Person): boolean {
  if (caller.userId !== null || person.userId !== null) return caller.userId === person.userId;
  return caller.name === person.name;
}

/** Why an action is refused: the kind and code of the error, and its text. */
export interface Refusal {
  kind: 'forbidden' | 'rule';
  code: string;
  message: string;
}

export function refuse({ kind, code, message }: Refusal): never {
  if (kind === 'rule') breaksRule(code, message);
  throw new AppError(kind, code, message);
}

const isMadeBy = (caller: Caller, makers: readonly Person[]) =>
  makers.some((person) => isSamePerson(caller, person));

/** Whether another active user could decide: holds the permission and, where an amount is approved, may approve that much. */
function couldOther(caller: Caller, permission: JudgedPermission, amountUsd?: Cents): boolean {
  const { others, othersLimitUsd } = caller;
  if (!others.has(permission)) return false;
  return amountUsd === undefined || othersLimitUsd === null || amountUsd <= othersLimitUsd;
}

/**
 * Nobody reviews or approves what they made, or whose lines they changed last, while another active user could
 * (decision 34). `amountUsd` is what is approved; a review has no limit.
 */
export function secondPersonRefusal(
  caller: Caller,
  permission: JudgedPermission,
  makers: readonly Person[],
  verb: string,
  amountUsd?: Cents,
): Refusal | undefined {
  if (!isMadeBy(caller, makers) || !couldOther(caller, permission, amountUsd)) return undefined;
  return {
    kind: 'forbidden',
    code: 'procurement.secondPerson',
    message: `Access Denied: nobody ${verb} what they made or changed. Ask another person.`,
  };
}

/** Whether the caller made it and decides on it because no other active user can; noted in the audit log. */
export function isSoleDecider(
  caller: Caller,
  permission: JudgedPermission,
  makers: readonly Person[],
  amountUsd?: Cents,
): boolean {
  return isMadeBy(caller, makers) && !couldOther(caller, permission, amountUsd);
}

/** The limit of approval by role, for requisitions and orders alike. */
export function limitRefusal(caller: Caller, totalUsd: Cents): Refusal | undefined {
  const { limitUsd, roleLabel } = caller;
  if (limitUsd === null || totalUsd <= limitUsd) return undefined;
  return {
    kind: 'forbidden',
    code: 'procurement.limit',
    message: `${ONLY_ADMINISTRATORS} The role ${roleLabel} approves up to ${formatUsd(limitUsd)}; this amounts to ${formatUsd(totalUsd)}.`,
  };
}

// Amounts

interface Line {
  quantity: number;
  unitPrice: Cents;
}

const inCurrency = (amount: Cents, currency: Currency) =>
  currency === 'USD' ? formatUsd(amount) : formatSsp(amount);

/**
 * The total of lines in the currency of their document, in cents.
 * @throws AppError invalid above the largest amount of a document.
 */
export function totalOfLines(lines: readonly Line[], currency: Currency): Cents {
  // As plain numbers: the product of a large quantity and price is no amount.
  const total = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const most = MAX_AMOUNT[currency];
  if (total <= most) return cents(total);
  return invalidField('items', `The total cannot be above ${inCurrency(most, currency)}.`);
}

/** The total of one line, in the currency of its document. */
export function lineTotal({ quantity, unitPrice }: Line): Cents {
  return cents(quantity * unitPrice);
}

interface Dated {
  currency: Currency;
  /** SSP cents for one US dollar. */
  exchangeRate: Cents;
}

/** An amount of a document in US cents at its own rate. */
export function toUsd(amount: Cents, { currency, exchangeRate }: Dated): Cents {
  return currency === 'USD' ? amount : sspToUsd(amount, exchangeRate);
}

/** The first `units` of an order's line in US cents, at the order's price and rate. */
export function valueOfFirst(unitPrice: Cents, units: number, order: Dated): Cents {
  return toUsd(lineTotal({ quantity: units, unitPrice }), order);
}

/**
 * The value in US cents of an order line's units from the `from`th up to the `to`th, at the order's price and rate. Computed
 * as the difference of two totals, so that receipts, returns and bills of a line add up to its value without a rest: what is
 * received less what is billed is `valueOfUnits(unitPrice, billed, received, order)` to the cent.
 */
export function valueOfUnits(unitPrice: Cents, from: number, to: number, order: Dated): Cents {
  return subtractCents(valueOfFirst(unitPrice, to, order), valueOfFirst(unitPrice, from, order));
}

/** The value of an order in US cents: the sum of its lines, each rounded by itself. */
export function totalUsdOfLines(lines: readonly Line[], order: Dated): Cents {
  return addCents(...lines.map((line) => valueOfFirst(line.unitPrice, line.quantity, order)));
}

/** The key by which names of suppliers are unique in any case. */
export const nameKey = (name: string) => searchKey(name);
