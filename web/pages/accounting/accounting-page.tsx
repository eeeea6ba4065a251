import { HTMLSelect, Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { useSearchParams } from 'react-router-dom';
import { titleOf } from '../../app/modules.ts';
import { LeftOutNote } from '../../parts/books/left-out-note.tsx';
import { useAdding, useShownNumber } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../ui/allowed.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { today } from '../../ui/today.ts';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import styles from './accounting.module.css';
import { ledgerIn, usePeriod, withLedger, yearsOffered } from './accounting-url.ts';
import { ChartTab } from './chart/chart-tab.tsx';
import { NewEntryDialog } from './entry/new-entry-dialog.tsx';
import { EntryDrawer } from './journal/entry-drawer.tsx';
import { JournalTab } from './journal/journal-tab.tsx';
import { LedgerDrawer } from './ledger/ledger-drawer.tsx';
import { MonthLock, MonthNotice } from './months/month-lock.tsx';
import { ExportReports } from './statements/export-reports.tsx';
import { BalanceSheetTab, CashFlowTab, ProfitLossTab } from './statements/statement-tabs.tsx';
import { TrialBalanceTab } from './statements/trial-balance-tab.tsx';
import { ExpenseImpact } from './summary/expense-impact.tsx';
import { SummaryCards } from './summary/summary-cards.tsx';

const monthNames = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: new Date(Date.UTC(2026, index, 1)).toLocaleString('en-GB', {
    month: 'long',
    timeZone: 'UTC',
  }),
}));

/** Accounting (seeds/001 2): figures, chart, journal and statements of a month. */
export function AccountingPage() {
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const { isoMonth, period, choose } = usePeriod();
  const entry = useShownNumber('entry');
  const adding = useAdding('entry');
  const ledger = ledgerIn(params, isoMonth);
  return (
    <Page
      title={titleOf('accounting')}
      actions={
        <>
          <span className={styles.period}>
            <HTMLSelect
              aria-label="Month"
              value={String(period.month)}
              onChange={(event) => choose({ ...period, month: Number(event.target.value) })}
              options={monthNames}
            />
            <HTMLSelect
              aria-label="Year"
              value={String(period.year)}
              onChange={(event) => choose({ ...period, year: Number(event.target.value) })}
              options={yearsOffered(today()).map(String)}
            />
          </span>
          <MonthLock month={isoMonth} />
          <ExportReports month={isoMonth} />
          <AllowedOrDisabled to="journal.post">
            <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={adding.open}>
              New Journal Entry
            </ActionButton>
          </AllowedOrDisabled>
        </>
      }
    >
      <MonthNotice month={isoMonth} />
      <LeftOutNote />
      <UrlTabs
        label="Parts of the books"
        tabs={[
          {
            id: 'chart',
            title: 'Chart of Accounts',
            panel: (
              <Stack>
                <SummaryCards month={isoMonth} />
                <div className={styles.overview}>
                  <ChartTab month={isoMonth} />
                  <ExpenseImpact month={isoMonth} />
                </div>
              </Stack>
            ),
          },
          {
            id: 'journal',
            title: 'Journal Entries',
            panel: <JournalTab month={isoMonth} onNew={adding.open} />,
          },
          {
            id: 'trial-balance',
            title: 'Trial Balance',
            panel: <TrialBalanceTab month={isoMonth} />,
          },
          {
            id: 'profit-loss',
            title: 'P&L Statement',
            panel: <ProfitLossTab month={isoMonth} />,
          },
          {
            id: 'balance-sheet',
            title: 'Balance Sheet',
            panel: <BalanceSheetTab month={isoMonth} />,
          },
          { id: 'cash-flow', title: 'Cash Flow', panel: <CashFlowTab month={isoMonth} /> },
        ]}
      />
      {entry.number === undefined ? (
        ledger && (
          <LedgerDrawer
            key={ledger.account}
            ledger={ledger}
            onClose={() => setParams((before) => withLedger(before, undefined))}
          />
        )
      ) : (
        // Above the ledger: closing it returns there.
        <EntryDrawer key={entry.number} entryId={entry.number} onClose={entry.hide} />
      )}
      {adding.isOpen && may('journal.post') && (
        <NewEntryDialog month={isoMonth} onShow={entry.show} onClose={adding.close} />
      )}
    </Page>
  );
}
