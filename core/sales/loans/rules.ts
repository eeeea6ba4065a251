import type { Numbering } from '../../database/counters.ts';
import { formatDate, type IsoDate } from '../../kernel/dates.ts';
import { type Cents, cents } from '../../kernel/money.ts';
import { foldForSearch, searchTextOf } from '../../kernel/search.ts';
import { searchKey } from '../../kernel/text.ts';
import { type Level, valueOfChange } from '../../stock/rules-moves.ts';
import type { Loan, LoanInput, LoanStatus } from '../schema.ts';

/** Loans are numbered LN-2026-0001. */
export const LOANS: Numbering = { counter: 'equipmentLoan', prefix: 'LN', width: 4 };

/** A row of the table equipment_loans; the value in US cents. */
export type LoanRecord = Pick<
  Loan,
  | 'id'
  | 'loanNumber'
  | 'equipmentId'
  | 'description'
  | 'serial'
  | 'macAddress'
  | 'quantity'
  | 'customerId'
  | 'issuedBy'
  | 'status'
  | 'endedBy'
  | 'notes'
  | 'version'
> & {
  unitId: number | null;
  issuedOn: IsoDate;
  endedOn: IsoDate | null;
  valueUsd: Cents;
  createdAt: Date;
};

/** The item of a loan. */
export interface LentItem {
  id: number;
  equipmentNumber: string;
  name: string;
  isSerialised: boolean;
}

interface Problem {
  field: keyof LoanInput;
  message: string;
}

/** Why an item cannot be lent as asked; undefined if it can. */
export function issueProblem(
  item: LentItem,
  { serial = '', macAddress = '', quantity = 1 }: LoanInput,
): Problem | undefined {
  if (item.isSerialised && quantity !== 1) {
    const message = 'Units with serial numbers are issued one at a time.';
    return { field: 'quantity', message };
  }
  if (item.isSerialised && serial === '')
    return { field: 'serial', message: `Enter the serial number of ${item.name}.` };
  if (!item.isSerialised && serial !== '') {
    const message = 'The units of this item have no serial numbers.';
    return { field: 'serial', message };
  }
  if (macAddress !== '' && quantity !== 1)
    return { field: 'macAddress', message: 'A MAC address belongs to one unit.' };
  return undefined;
}

/** US cents of units that leave the stock on loan, at the moving average. */
export function valueOfLoan(level: Level, date: IsoDate, quantity: number): Cents {
  return cents(0 - valueOfChange(level, { date, quantity: -quantity }));
}

const ends: Record<Exclude<LoanStatus, 'out'>, string> = {
  good: 'was taken back',
  damaged: 'was taken back damaged',
  lost: 'was recorded as lost',
};

/** Why a loan cannot be taken back; undefined if it can. */
export function returnProblem({ loanNumber, status, endedOn }: LoanRecord): string | undefined {
  if (status === 'out') return undefined;
  return `${loanNumber} ${ends[status]} on ${formatDate(endedOn!)}.`;
}

/** The serial number and MAC address of a device, '' for what is not known. */
interface Device {
  serial: string;
  macAddress: string;
}
interface TechnicalFields {
  deviceSerial: string;
  macAddress: string;
}

const isSame = (one: string, other: string) => one !== '' && searchKey(one) === searchKey(other);

/**
 * The technical fields of a customer who gets a device. A MAC address that was entered for another device goes with it;
 * without one of its own, the device keeps what was entered for it or for no device in particular.
 */
export function fieldsWithDevice(
  before: TechnicalFields,
  { serial, macAddress }: Device,
): TechnicalFields {
  if (serial === '' && macAddress === '') return before;
  const isOther =
    serial !== '' && before.deviceSerial !== '' && !isSame(before.deviceSerial, serial);
  return {
    deviceSerial: serial || before.deviceSerial,
    macAddress: macAddress || (isOther ? '' : before.macAddress),
  };
}

/** The technical fields after a device left the customer: empty where they describe it, else as they were. */
export function fieldsWithoutDevice(
  before: TechnicalFields,
  { serial, macAddress }: Device,
): TechnicalFields {
  if (isSame(before.deviceSerial, serial)) return { deviceSerial: '', macAddress: '' };
  return isSame(before.macAddress, macAddress) ? { ...before, macAddress: '' } : before;
}

/** The text that a search of loans matches, besides the customer. */
export function loanSearchText(
  loan: Pick<LoanRecord, 'loanNumber' | 'description' | 'serial' | 'macAddress'>,
  { equipmentNumber }: LentItem,
): string {
  const { loanNumber, description, serial, macAddress } = loan;
  return searchTextOf(
    foldForSearch(`${loanNumber} ${equipmentNumber} ${description}`),
    foldForSearch(`${serial} ${macAddress}`),
  );
}
