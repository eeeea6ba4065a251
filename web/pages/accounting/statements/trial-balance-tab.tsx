import { formatDate, type IsoMonth, lastDay } from '@nimule/core/kernel/dates';
import { useRead } from '../../../client/use-read.ts';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { humanize, StatusTag } from '../../../ui/tags.tsx';
import { Money } from '../../../ui/values.tsx';
import styles from '../accounting.module.css';
import { januaryOf, periodOfMonth } from '../accounting-url.ts';
import { LedgerFigure } from '../ledger/ledger-link.tsx';

/** Balances of all accounts at the month's end, on their sides (seeds/001 3). */
export function TrialBalanceTab({ month }: { month: IsoMonth }) {
  const read = useRead('trialBalance', { query: periodOfMonth(month) });
  return (
    <Panel
      flush
      title="Trial Balance"
      description={`On ${formatDate(lastDay(month))}`}
      actions={read.data && <StatusTag status={read.data.isBalanced ? 'balanced' : 'unbalanced'} />}
    >
      <Loaded
        read={read}
        loading="Loading the trial balance…"
        failed="The trial balance could not be loaded"
        lines={10}
      >
        {({ accounts, totalDebit, totalCredit }) => {
          const shown = accounts.filter(({ debit, credit }) => debit !== 0 || credit !== 0);
          if (shown.length === 0)
            return (
              <Empty
                title="No financial data available for the period"
                description="No account has a balance at the end of this month."
              />
            );
          return (
            <div className={styles.scrolling}>
              <table className={styles.sheet}>
                <caption className="visually-hidden">Trial balance</caption>
                <thead>
                  <tr>
                    <th scope="col">Account</th>
                    <th scope="col" className={styles.minor}>
                      Type
                    </th>
                    <th scope="col" className={styles.right}>
                      Debit
                    </th>
                    <th scope="col" className={styles.right}>
                      Credit
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {shown.map(({ code, name, type, debit, credit }) => (
                    <tr key={code}>
                      <td>
                        <span className={styles.account}>
                          <span className="mono">{code}</span>
                          <span>{name}</span>
                        </span>
                      </td>
                      <td className={`quiet ${styles.minor}`}>{humanize(type.toLowerCase())}</td>
                      {[debit, credit].map((usd, side) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: two sides
                        <td key={side} className={styles.right}>
                          {usd !== 0 && (
                            <LedgerFigure
                              account={code}
                              from={januaryOf(month)}
                              to={month}
                              usd={usd}
                            />
                          )}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
                <tfoot>
                  <tr className={styles.resultRow}>
                    <th scope="row">Total</th>
                    <td className={styles.minor} />
                    <td className={styles.right}>
                      <Money usd={totalDebit} />
                    </td>
                    <td className={styles.right}>
                      <Money usd={totalCredit} />
                    </td>
                  </tr>
                </tfoot>
              </table>
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}
