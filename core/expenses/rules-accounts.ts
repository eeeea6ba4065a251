import { leaf } from '../accounting/chart.ts';
import type { Currency } from '../kernel/money.ts';
import type { Category, ExpenseAccount } from './schema.ts';

/** The ledger account that an expense of each category is charged to. */
export const debitAccounts: Readonly<Record<Category, string>> = {
  bandwidth_cost: leaf.bandwidth,
  equipment_cost: leaf.equipmentCost,
  installation: leaf.installation,
  operations: leaf.siteCosts,
  maintenance: leaf.maintenance,
  salaries: leaf.salaries,
  marketing: leaf.marketing,
  interest: leaf.interest,
  other: leaf.otherExpenses,
  tax: leaf.taxes,
  rent: leaf.rent,
  utilities: leaf.utilities,
  office_supplies: leaf.officeSupplies,
};

/**
 * The ledger account of each payment account by currency (decision 33). Savings and credit card have none in pounds:
 * pounds paid from them are converted and posted in dollars.
 */
export const creditAccounts: Readonly<Record<Currency, Readonly<Record<ExpenseAccount, string>>>> =
  {
    USD: {
      checking: leaf.bankMain,
      savings: leaf.bankSavings,
      cash: leaf.cashOnHand,
      credit_card: leaf.creditCard,
      petty_cash: leaf.pettyCash,
      accounts_payable: leaf.tradePayables,
    },
    SSP: {
      checking: leaf.bankSsp,
      savings: leaf.bankSavings,
      cash: leaf.cashOnHandSsp,
      credit_card: leaf.creditCard,
      petty_cash: leaf.pettyCashSsp,
      accounts_payable: leaf.tradePayablesSsp,
    },
  };
