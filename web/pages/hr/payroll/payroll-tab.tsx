import { useMay } from '../../../ui/allowed.tsx';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { AdvancesView } from '../advances/advances-view.tsx';
import { PaymentsView } from '../payments/payments-view.tsx';
import { RemittancesView } from '../remittances/remittances-view.tsx';
import { BatchesTable } from './batches-table.tsx';
import { PayrollTable } from './payroll-table.tsx';
import { RatesPanel } from './rates-panel.tsx';
import { TaxReportView } from './tax-report.tsx';

interface PayrollTabProps {
  /** Opens the payroll form, for this employee if one is given. */
  onProcess: (employee?: { id: number }) => void;
}

/** Payroll (seeds/001 2). Those who only pay see no payslips and no advances (decision 16). */
export function PayrollTab({ onProcess }: PayrollTabProps) {
  const may = useMay();
  const seesPay = may('pay.read');
  const pays = seesPay || may('payment.record');
  return (
    <UrlTabs
      label="Parts of payroll"
      param="pay-part"
      tabs={[
        ...(seesPay
          ? [
              { id: 'payrolls', title: 'Payrolls', panel: <PayrollTable onProcess={onProcess} /> },
              { id: 'batches', title: 'Months', panel: <BatchesTable /> },
            ]
          : []),
        ...(pays ? [{ id: 'payments', title: 'Payments', panel: <PaymentsView /> }] : []),
        ...(seesPay ? [{ id: 'advances', title: 'Advances', panel: <AdvancesView /> }] : []),
        ...(pays ? [{ id: 'remittances', title: 'Remittances', panel: <RemittancesView /> }] : []),
        ...(seesPay ? [{ id: 'tax', title: 'Tax report', panel: <TaxReportView /> }] : []),
        { id: 'rates', title: 'Rates', panel: <RatesPanel /> },
      ]}
    />
  );
}
