import { Callout, Intent } from '@blueprintjs/core';
import { computePay, type Pay } from '@nimule/core/hr/payroll/rules';
import type { PayrollDraft } from '@nimule/core/hr/payroll/schema';
import { type Cents, parseAmount, usdToSsp, ZERO } from '@nimule/core/kernel/money';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { Panel } from '../../../ui/page.tsx';
import { KeyValues, moneyFact } from '../../../ui/values.tsx';

const useAmount = (name: string): Cents => parseAmount(useFieldValue(name)) ?? ZERO;

/** The amounts of the enclosing payroll form, computed as on the server. */
function usePay(draft: PayrollDraft): Pay {
  const form = {
    baseSalary: useAmount('baseSalary'),
    overtime: useAmount('overtime'),
    bonus: useAmount('bonus'),
    deductions: useAmount('deductions'),
    advances: useAmount('advances'),
    socialSecurity: useAmount('socialSecurity'),
    tax: useAmount('tax'),
  };
  return computePay(form, draft.rate, draft.exchangeRate, draft);
}

/** Live totals of the payroll form (seeds/001 5). */
export function PayTotals({ draft }: { draft: PayrollDraft }) {
  const pay = usePay(draft);
  return (
    <Panel title="Totals">
      <div role="status" aria-label="Totals">
        <KeyValues
          items={[
            moneyFact('Gross pay', pay.grossPay),
            moneyFact('Social security', pay.socialSecurity),
            moneyFact('Income tax', pay.tax),
            moneyFact('Total deductions', pay.totalDeductions),
            moneyFact(
              'Net pay',
              pay.netPay,
              pay.netPay < 0 ? undefined : usdToSsp(pay.netPay, draft.exchangeRate),
            ),
            ...(pay.employerSocialSecurity === 0
              ? []
              : [moneyFact("Employer's share, beside it", pay.employerSocialSecurity)]),
          ]}
        />
      </div>
      {pay.netPay < 0 && (
        <Callout intent={Intent.DANGER} compact>
          The deductions are more than the gross pay.
        </Callout>
      )}
    </Panel>
  );
}
