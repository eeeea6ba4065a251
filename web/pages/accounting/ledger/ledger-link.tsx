import type { Cents } from '@nimule/core/kernel/money';
import { Link, useSearchParams } from 'react-router-dom';
import { Money } from '../../../ui/values.tsx';
import styles from '../accounting.module.css';
import { type LedgerKey, withLedger } from '../accounting-url.ts';

interface LedgerFigureProps extends LedgerKey {
  usd: Cents;
  ssp?: Cents | null | undefined;
}

/** An amount of an account, as a link to the lines that it is made of. */
export function LedgerFigure({ usd, ssp, ...ledger }: LedgerFigureProps) {
  const [params] = useSearchParams();
  return (
    <Link to={{ search: `?${withLedger(params, ledger)}` }} className={styles.figure}>
      <Money usd={usd} ssp={ssp} dashForZero />
      <span className="visually-hidden"> ledger of {ledger.account}</span>
    </Link>
  );
}
