import type { BuiltImportType } from '../../imports/schema-types.ts';
import { counted } from '../../kernel/counted.ts';
import { formatDate, type IsoDate } from '../../kernel/dates.ts';
import type { MovingInKey, MovingInStep } from './schema.ts';

/** What the books hold, as numbers of records. */
export interface MovingInFacts {
  openingDate: IsoDate | null;
  /** The company has issued invoices of its own here: it works already, and need not move in. */
  isRunning: boolean;
  /** Accounts of the company's own, beside those of the product. */
  accounts: number;
  customers: number;
  /** Active customers whom no monthly run bills. */
  withoutFee: number;
  openings: number;
  importedInvoices: number;
  /** Customers with an opening balance and open imported invoices from before the opening date, and the first of them. */
  owedTwice: { count: number; first: readonly string[] };
  payments: number;
  /** A trial balance has opened the other accounts. */
  hasBalances: boolean;
  suppliers: number;
  equipment: number;
  expenses: number;
  employees: number;
  nodes: number;
}

type Told = Pick<MovingInStep, 'state' | 'told'>;

function listOf(count: number, one: string, missing: string, many?: string): Told {
  return count > 0
    ? { state: 'done', told: `${counted(count, one, many)}.` }
    : { state: 'optional', told: missing };
}

const tellers: Record<MovingInKey, (facts: MovingInFacts) => Told> = {
  openingDate: ({ openingDate, isRunning }) =>
    openingDate
      ? {
          state: 'done',
          told: `The books begin on ${formatDate(openingDate)}. What is dated before is brought in as opening balances and earns no revenue.`,
        }
      : {
          state: isRunning ? 'optional' : 'open',
          told: 'Set the first day that these books count before the first old invoice or payment comes in: without it old invoices become revenue of their months.',
        },
  accounts: ({ accounts }) =>
    listOf(
      accounts,
      'account of your own',
      'The standard chart is there. Import yours only if its accounts are to go on.',
    ),
  customers: ({ customers }) =>
    customers > 0
      ? { state: 'done', told: `${counted(customers, 'customer')}.` }
      : { state: 'open', told: 'Import the customers: everything else names them.' },
  fees: ({ customers, withoutFee }) => {
    if (customers === 0)
      return {
        state: 'optional',
        told: 'If the file of customers has no fees, import the recurring invoices or services of the former system after it.',
      };
    return withoutFee === 0
      ? { state: 'done', told: 'Every active customer has a monthly fee.' }
      : {
          state: 'optional',
          told: `${counted(withoutFee, 'active customer has', 'active customers have')} no monthly fee and will not be billed: import the recurring invoices or services of the former system, or enter the fees.`,
        };
  },
  debts: ({ openings, importedInvoices, isRunning, owedTwice: { count, first } }) => {
    const there = `${counted(openings, 'opening balance')}, ${counted(importedInvoices, 'imported invoice')}`;
    if (count > 0) {
      const others = count > first.length ? ' and others' : '';
      return {
        state: 'doubtful',
        told: `${there}. ${counted(count, 'customer has', 'customers have')} an opening balance and open imported invoices from before the opening date: ${first.join(', ')}${others}. If the balance contains these invoices, they are owed twice: undo one of the two imports.`,
      };
    }
    return openings + importedInvoices > 0
      ? { state: 'done', told: `${there}.` }
      : {
          state: isRunning ? 'optional' : 'open',
          told: 'Import what customers owe: an opening balance in the file of customers, or their open invoices, not both for one customer.',
        };
  },
  payments: ({ payments }) =>
    listOf(
      payments,
      'imported payment',
      'Import the payments since the opening date, from your list of payments or a statement of the bank or of mobile money. Older ones are part of what customers owe.',
    ),
  balances: ({ hasBalances }) =>
    hasBalances
      ? { state: 'done', told: 'The opening trial balance is there.' }
      : {
          state: 'optional',
          told: 'Import the trial balance of the day before the opening date: cash, bank, towers and vehicles, loans, and what you owe suppliers.',
        },
  suppliers: ({ suppliers }) =>
    listOf(suppliers, 'supplier', 'Import the suppliers if you buy on account.'),
  equipment: ({ equipment }) =>
    listOf(
      equipment,
      'item of equipment',
      'Import the equipment with what is in stock if you keep or sell any.',
      'items of equipment',
    ),
  expenses: ({ expenses }) =>
    listOf(
      expenses,
      'expense',
      'Import the expenses and bills since the opening date if they are not entered here yet.',
    ),
  employees: ({ employees }) =>
    listOf(employees, 'employee', 'Import the employees if you pay them here.'),
  nodes: ({ nodes }) =>
    listOf(
      nodes,
      'network node',
      'Import towers and other nodes if customers are to be tied to them.',
    ),
};

const titles: Record<MovingInKey, [title: string, type: BuiltImportType | null]> = {
  openingDate: ['Opening date', null],
  accounts: ['Chart of accounts', 'accounts'],
  customers: ['Customers', 'customers'],
  fees: ['Monthly fees', 'fees'],
  debts: ['What customers owe', 'billing'],
  payments: ['Payments', 'cash'],
  balances: ['Other balances', 'openings'],
  suppliers: ['Suppliers', 'suppliers'],
  equipment: ['Equipment', 'items'],
  expenses: ['Expenses and bills', 'expenses'],
  employees: ['Employees', 'employees'],
  nodes: ['Network nodes', 'nodes'],
};

/** The type of file that brings what a step needs; null for the opening date. */
export function typeOfStep(key: MovingInKey): BuiltImportType | null {
  return titles[key][1];
}

/** A step of moving in with what is there and what is missing (decision 110). */
export function movingInStepOf(key: MovingInKey, facts: MovingInFacts): MovingInStep {
  const [title, type] = titles[key];
  return { key, title, type, ...tellers[key](facts) };
}
