import type { Customer } from '@nimule/core/customers/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { Link } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { CustomerStatus } from '../../../parts/billing-tags.tsx';
import { DISCONNECT_RULE, IS_OVERDUE } from '../../../parts/disconnection.ts';
import { contactLabels } from '../../../parts/messages/message-words.ts';
import { accessLabels } from '../../../parts/network/network-words.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { today } from '../../../ui/today.ts';
import { DateText, Id, InstantText, KeyValues, Money, moneyFact } from '../../../ui/values.tsx';
import { bandwidthOf } from '../packages.ts';
import { CustomerPromise } from './customer-promise.tsx';
import styles from './detail.module.css';

/** Status with its reason, package, fees and record of a customer. */
export function CustomerProfile({ customer }: { customer: Customer }) {
  return (
    <div className={styles.facts}>
      <Stack>
        <Panel title="Status">
          <Stack>
            <p>
              <CustomerStatus customer={customer} /> {whyStatus(customer)}
            </p>
            <CustomerPromise customer={customer} />
          </Stack>
        </Panel>
        <Panel title="Package and fees">
          <KeyValues items={packageFacts(customer)} />
        </Panel>
        <Panel title="Connection">
          <Connection customer={customer} />
        </Panel>
        <Panel title="Record">
          <KeyValues items={recordFacts(customer)} />
        </Panel>
      </Stack>
    </div>
  );
}

function whyStatus({ status, suspendedByRule, serviceStartDate }: Customer): string {
  if (status === 'Inactive') return 'The service has ended; nothing is billed.';
  if (status === 'Active') {
    return serviceStartDate > today()
      ? `The service starts on ${formatDate(serviceStartDate)} and is billed from then on.`
      : 'The service runs and is billed every month.';
  }
  return suspendedByRule
    ? `By the ${DISCONNECT_RULE}: an invoice is ${IS_OVERDUE}. The service comes back by itself once that is paid, or with a promise to pay.`
    : 'By hand: the service stays off until somebody sets the customer Active again.';
}

function packageFacts(customer: Customer) {
  return [
    { label: 'Package', value: customer.packageType },
    { label: 'Bandwidth', value: bandwidthOf(customer) },
    moneyFact('Monthly fee', customer.monthlyFeeUsd, customer.monthlyFeeSsp),
    {
      label: 'Connection fee',
      value: (
        <>
          <Money usd={customer.connectionFeeUsd} ssp={customer.connectionFeeSsp} align="left" />
          <div className="quiet">{connectionFeeState(customer)}</div>
        </>
      ),
    },
    moneyFact('Other expenses, monthly', customer.otherExpensesUsd, customer.otherExpensesSsp),
    { label: 'Service start', value: <DateText date={customer.serviceStartDate} /> },
    { label: 'Installation', value: <DateText date={customer.installationDate} none="No date" /> },
  ];
}

function connectionFeeState({ connectionFeeUsd, connectionFeeBilled }: Customer): string {
  if (connectionFeeBilled) return 'already billed';
  return connectionFeeUsd > 0 ? 'with the next invoice' : 'none';
}

/** Where and how the customer is connected; fields that are not known are left out. */
function Connection({ customer }: { customer: Customer }) {
  const { nodeId, nodeName, accessType, ipAddress, macAddress, deviceSerial, port } = customer;
  const items = [
    nodeId !== null && {
      label: 'Network node',
      value: <Link to={recordPath('node', nodeId)}>{nodeName}</Link>,
    },
    accessType !== null && { label: 'Access type', value: accessLabels[accessType] },
    ipAddress !== '' && { label: 'IP address', value: <Id value={ipAddress} /> },
    macAddress !== '' && { label: 'MAC address', value: <Id value={macAddress} /> },
    deviceSerial !== '' && { label: 'Router or ONU', value: <Id value={deviceSerial} /> },
    port !== '' && { label: 'Port', value: port },
  ].filter((item) => item !== false);
  if (items.length === 0)
    return <p className="quiet">Not entered yet. Edit the customer to choose the network node.</p>;
  return <KeyValues items={items} />;
}

/** Without the contact data, which are shown above the tabs. */
function recordFacts({ location, address, contactBy, refusesNews, createdAt }: Customer) {
  return [
    { label: 'Location', value: location },
    {
      label: 'Address',
      value: address === '' ? <span className="quiet">Not known</span> : address,
    },
    { label: 'Contact by', value: contactLabels[contactBy] },
    { label: 'Offers and news', value: refusesNews ? 'Refused' : 'Yes' },
    { label: 'On record since', value: <InstantText at={createdAt} /> },
  ];
}
