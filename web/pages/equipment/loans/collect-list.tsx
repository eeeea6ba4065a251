import { MapMarkerIcon, UndoIcon } from '@blueprintjs/icons';
import { type Loan, loanFilter } from '@nimule/core/sales/schema';
import { Link } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { useList } from '../../../client/use-list.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { deviceText } from '../../../parts/loans/loan-words.tsx';
import { TakeBackForm } from '../../../parts/loans/take-back-form.tsx';
import { mapsLink } from '../../../parts/tickets/ticket-words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { DataTablePager } from '../../../ui/table/data-table-pager.tsx';
import { DataTableToolbar } from '../../../ui/table/data-table-toolbar.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { useListState } from '../../../ui/table/list-state.ts';
import { DateText, PhoneLink } from '../../../ui/values.tsx';
import styles from './loans.module.css';

const UNKNOWN = 'Location not known';

/** Loans by location and customer, in the order of the list. */
function byLocation(loans: readonly Loan[]): [location: string, visits: Loan[][]][] {
  const locations = new Map<string, Map<number, Loan[]>>();
  for (const loan of loans) {
    const location = loan.customerLocation ?? UNKNOWN;
    const customers = locations.get(location) ?? new Map<number, Loan[]>();
    customers.set(loan.customerId, [...(customers.get(loan.customerId) ?? []), loan]);
    locations.set(location, customers);
  }
  return [...locations].map(([location, customers]) => [location, [...customers.values()]]);
}

const filters = defineFilters(loanFilter, {
  location: { label: 'Location', all: 'All locations' },
});

/** Equipment at Inactive customers by location: for a technician on the way with a phone. */
export function CollectList() {
  const list = useListState({
    filters,
    sort: 'location',
    pageSize: 50,
    prefix: 'collect-',
  });
  const read = useList('listLoans', list, { collect: 'true' });
  const { open, dialog } = useDialogs({
    takeBack: (loan: Loan, close) => <TakeBackForm loan={loan} onClose={close} />,
  });
  const exported = { ...list, filter: { ...list.filter, collect: 'true' } };
  return (
    <section className={styles.frame} aria-label="Equipment to collect">
      <DataTableToolbar
        label="Equipment to collect"
        list={list}
        search="Search by customer, device or serial number"
        tools={
          <ExportMenu operation="exportLoans" list={exported} what="The equipment to collect" />
        }
      />
      <div className={styles.collect}>
        <Loaded read={read} loading="Loading what is to collect…" lines={6}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty
                title={list.isFiltered ? 'Nothing matches' : 'Nothing is to collect'}
                description={
                  list.isFiltered
                    ? 'No equipment to collect matches your search and location.'
                    : 'What is still with a customer whose service has ended is listed here.'
                }
              />
            ) : (
              byLocation(rows).map(([location, visits]) => (
                <section key={location} aria-label={location}>
                  <h3 className={styles.location}>
                    {location} <span className="quiet">{visits.length}</span>
                  </h3>
                  <ul className={styles.visits}>
                    {visits.map((loans) => (
                      <Visit
                        key={loans[0]?.customerId}
                        loans={loans}
                        onTakeBack={(loan) => open('takeBack', loan)}
                      />
                    ))}
                  </ul>
                </section>
              ))
            )
          }
        </Loaded>
      </div>
      <DataTablePager
        label="Equipment to collect"
        list={list}
        page={read.data}
        previous={undefined}
        onRefresh={read.refresh}
        density={undefined}
      />
      {dialog}
    </section>
  );
}

interface VisitProps {
  /** Of one customer, at least one. */
  loans: readonly Loan[];
  onTakeBack: (loan: Loan) => void;
}

function Visit({ loans, onTakeBack }: VisitProps) {
  const { customerNumber, customerName, customerPhone, customerAddress, customerLocation } =
    loans[0]!;
  const place = [customerAddress, customerLocation].filter(Boolean).join(', ');
  return (
    <li className={styles.visit}>
      <div className={styles.contact}>
        <Link to={recordPath('customer', customerNumber)} className={styles.target}>
          <bdi>{customerName}</bdi>
        </Link>
        {customerPhone !== '' && (
          <span className={styles.target}>
            <PhoneLink phone={customerPhone} name={customerName} />
          </span>
        )}
      </div>
      {place !== '' && (
        <a href={mapsLink(place)} target="_blank" rel="noreferrer" className={styles.target}>
          <MapMarkerIcon size={12} /> {place}
        </a>
      )}
      <ul className={styles.devices}>
        {loans.map((loan) => (
          <li key={loan.id} className={styles.device}>
            <span>
              <span dir="auto">{deviceText(loan)}</span>
              <span className={`quiet ${styles.since}`}>
                {loan.loanNumber}, since <DateText date={loan.issuedOn} />
              </span>
            </span>
            <AllowedOrDisabled to="loan.write">
              <ActionButton
                size="large"
                icon={<UndoIcon />}
                aria-label={`Take back ${loan.loanNumber}`}
                onClick={() => onTakeBack(loan)}
              >
                Take back
              </ActionButton>
            </AllowedOrDisabled>
          </li>
        ))}
      </ul>
    </li>
  );
}
