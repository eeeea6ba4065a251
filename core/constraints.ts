// Written by scripts/assembly.ts.
import { accessConstraints } from './access/schema-constraints.ts';
import { accountingConstraints } from './accounting/schema-constraints.ts';
import { approvalConstraints } from './approvals/schema-constraints.ts';
import { assistantConstraints } from './assistant/schema-constraints.ts';
import { attachmentConstraints } from './attachments/schema-constraints.ts';
import { billingConstraints } from './billing/schema-constraints.ts';
import { customerConstraints } from './customers/schema-constraints.ts';
import { hrConstraints } from './hr/schema-constraints.ts';
import { payrollConstraints } from './hr/schema-constraints-payroll.ts';
import { identityConstraints } from './identity/schema-constraints.ts';
import type { ConstraintErrors } from './kernel/errors.ts';
import { messagingConstraints } from './messaging/schema-constraints.ts';
import { mobileMoneyConstraints } from './mobile-money/schema-constraints.ts';
import { networkConstraints } from './network/schema-constraints.ts';
import { procurementConstraints } from './procurement/schema-constraints.ts';
import { billConstraints } from './procurement/schema-constraints-bills.ts';
import { secretKeyConstraints } from './reports/secret-key/schema-constraints.ts';
import { salesConstraints } from './sales/schema-constraints.ts';
import { loanConstraints } from './sales/schema-constraints-loans.ts';
import { stockConstraints } from './stock/schema-constraints.ts';
import { supportConstraints } from './support/schema-constraints.ts';
import { tillConstraints } from './till/schema-constraints.ts';
import { voucherConstraints } from './vouchers/schema-constraints.ts';
import { wifiConstraints } from './wifi/schema-constraints.ts';

/** The texts of each module for the constraints of its tables. */
export const moduleConstraints: readonly ConstraintErrors[] = [
  attachmentConstraints,
  approvalConstraints,
  identityConstraints,
  networkConstraints,
  customerConstraints,
  accessConstraints,
  billingConstraints,
  accountingConstraints,
  stockConstraints,
  tillConstraints,
  wifiConstraints,
  billConstraints,
  procurementConstraints,
  voucherConstraints,
  loanConstraints,
  salesConstraints,
  mobileMoneyConstraints,
  payrollConstraints,
  hrConstraints,
  supportConstraints,
  messagingConstraints,
  assistantConstraints,
  secretKeyConstraints,
];

export const constraints: ConstraintErrors = Object.assign({}, ...moduleConstraints);
