import type { TicketDetail } from '@nimule/core/support/schema';
import { CustomerLink } from '../../../parts/record-links.tsx';
import { mapsLink } from '../../../parts/tickets/ticket-words.ts';
import { Panel } from '../../../ui/page.tsx';
import { humanize, StatusTag } from '../../../ui/tags.tsx';
import { Id, KeyValues, moneyFact, PhoneLink } from '../../../ui/values.tsx';

/** The customer of a ticket: contact, package, balance and technical data. */
export function CustomerPanel({ ticket }: { ticket: TicketDetail }) {
  const { customer, customerName, customerNumber, customerPhone } = ticket;
  if (!customer)
    return (
      <Panel title="Customer">
        <p className="quiet">This ticket is of no single customer.</p>
      </Panel>
    );
  const address = [ticket.customerAddress, ticket.customerLocation].filter(Boolean).join(', ');
  const technical = (
    [
      ['Access', humanize(customer.accessType)],
      ['IP address', customer.ipAddress],
      ['MAC address', customer.macAddress],
      ['Device', customer.deviceSerial],
      ['Port', customer.port],
    ] as const
  ).filter(([, value]) => value !== '');
  return (
    <Panel title="Customer">
      <KeyValues
        items={[
          {
            label: 'Name',
            value: <CustomerLink number={customerNumber} name={customerName} />,
          },
          {
            label: 'Telephone',
            value: <PhoneLink phone={customerPhone} name={customerName} none="No telephone" />,
          },
          { label: 'Status', value: <StatusTag status={customer.status} /> },
          moneyFact('Balance owed', customer.balanceUsd),
          { label: 'Package', value: `${customer.packageType}, ${customer.bandwidth} Mbps` },
          ...(address === ''
            ? []
            : [
                {
                  label: 'Address',
                  value: (
                    <a href={mapsLink(address)} target="_blank" rel="noreferrer">
                      {address}
                    </a>
                  ),
                },
              ]),
          ...(customer.email === ''
            ? []
            : [
                {
                  label: 'E-mail',
                  value: <a href={`mailto:${customer.email}`}>{customer.email}</a>,
                },
              ]),
          ...technical.map(([label, value]) => ({
            label,
            value: label === 'Access' ? value : <Id value={value} />,
          })),
        ]}
      />
    </Panel>
  );
}
