import type { RemittanceKind } from '@nimule/core/hr/payroll/schema-payments';

export const kindLabels: Readonly<Record<RemittanceKind, string>> = {
  income_tax: 'Income tax',
  social_security: 'Social security',
  other_deductions: 'Other deductions',
};
