import type { Cents } from '@nimule/core/kernel/money';
import type { CoverageReport, TownCoverage } from '@nimule/core/reports/regional-coverage/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { numberText } from '../../ui/counted.ts';
import { Inline, Stack } from '../../ui/layout.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx';
import { Money } from '../../ui/values.tsx';
import styles from './regional-coverage.module.css';

interface Row {
  town: string;
  /** Without those of a sum. */
  locations: TownCoverage['locations'];
  customers: number;
  activeCustomers: number;
  soldMbps: number;
  feesUsd: Cents;
  feesSsp: Cents | null;
}

const columns: readonly SmallColumn<Row>[] = [
  { header: 'Town', cell: (row) => <TownCell row={row} /> },
  { header: 'Clients', align: 'right', cell: ({ customers }) => numberText(customers) },
  { header: 'Active', align: 'right', cell: (row) => <ActiveCell row={row} /> },
  {
    header: 'Mbps sold',
    align: 'right',
    minor: true,
    cell: ({ soldMbps }) => numberText(soldMbps),
  },
  {
    header: 'Monthly fees',
    align: 'right',
    cell: ({ feesUsd, feesSsp }) => <Money usd={feesUsd} ssp={feesSsp} />,
  },
];

/** A town with a link to the customers of each of its locations. */
function TownCell({ row: { town, locations } }: { row: Row }) {
  const [first, ...others] = locations;
  if (!first) return <strong>{town}</strong>;
  if (others.length === 0) return <Link to={paths.customersIn(first.location)}>{town}</Link>;
  return (
    <Inline>
      {town}
      {locations.map(({ location, customers }) => (
        <span key={location} className={`quiet ${styles.inText}`}>
          <Link to={paths.customersIn(location)}>{location}</Link> {numberText(customers)}
        </span>
      ))}
    </Inline>
  );
}

function ActiveCell({ row: { town, locations, activeCustomers } }: { row: Row }) {
  const text = numberText(activeCustomers);
  const [only, ...others] = locations;
  if (!only || others.length > 0) return text;
  return (
    <Link
      to={paths.customersIn(only.location, { status: 'Active' })}
      aria-label={`${text} active in ${town}`}
    >
      {text}
    </Link>
  );
}

/** The clients of the six towns and of the locations outside them (decision 22). */
export function ClientsView({ report: { summary, towns, outside } }: { report: CoverageReport }) {
  const isEmpty = [...towns, ...outside].every(({ customers }) => customers === 0);
  if (isEmpty)
    return (
      <Panel title="Clients by town">
        <Empty
          title="No clients yet"
          description="They show here by town once customers are added under Customer Management."
          action={<Link to={paths.addCustomer()}>Add the first customer</Link>}
        />
      </Panel>
    );
  const total: Row = {
    ...summary,
    town: 'All six towns',
    locations: [],
    soldMbps: towns.reduce((sum, { soldMbps }) => sum + soldMbps, 0),
  };
  return (
    <Stack>
      <Panel
        title="Clients by town"
        description="Fees of Active customers, in pounds at today's rate"
      >
        <SmallTable
          label="Clients by town"
          columns={columns}
          rows={[...towns, total]}
          rowKey={({ town }) => town}
        />
      </Panel>
      <Panel title="Outside the six towns" description="Locations that the figures above leave out">
        <SmallTable
          label="Clients outside the six towns"
          columns={columns}
          rows={outside}
          rowKey={({ town }) => town}
        />
      </Panel>
    </Stack>
  );
}
