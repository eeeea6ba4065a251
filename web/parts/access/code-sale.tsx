import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';

/** The number of the sale in the label of a code: VB-2026-000001 of vb-2026-000001/3. */
function saleOfCode(label: string): string {
  return label.split('/', 1)[0]!.toUpperCase();
}

/** The sale of a code, as a link to the list that has it. */
export function CodeSale({ label }: { label: string }) {
  const sale = saleOfCode(label);
  const to = sale.startsWith('WF-') ? paths.wifiSales(sale) : paths.voucherList({ q: sale });
  return (
    <Link to={to} className="mono">
      {sale}
    </Link>
  );
}
