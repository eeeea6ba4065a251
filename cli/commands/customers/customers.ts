import type { CustomerInput } from '@nimule/core/customers/schema';
import { newCustomerDefaults as defaults } from '@nimule/core/customers/schema-defaults';
import type { IsoDate } from '@nimule/core/kernel/dates';
import { defineCommand, paging, required, text } from '../../command.ts';
import { exportCommand } from '../../export-command.ts';
import { printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, moneyColumn, numberColumn, printRecord, textColumn } from '../../output.ts';
import type { Session, WireBody } from '../../session.ts';

const columns = [
  textColumn('customerId', 'Customer'),
  textColumn('name', 'Name'),
  textColumn('type', 'Type'),
  textColumn('location', 'Location'),
  textColumn('packageType', 'Package'),
  numberColumn('bandwidth', 'Mbps'),
  moneyColumn('monthlyFeeUsd', 'Monthly USD'),
  textColumn('status', 'Status'),
  // Distinguishes suspensions by the rule from those by users (decision 41).
  {
    key: 'suspendedByRule',
    title: 'By rule',
    show: (value: unknown) => (value ? 'yes' : ''),
  } as const,
];

const filters = {
  status: text('status', 'Active, Suspended or Inactive'),
  packageType: text('package', 'Only this package'),
  location: text('place', 'Only this location'),
} as const;

/** @throws AppError notFound. */
export async function findCustomer(
  session: Session,
  customerId: string,
): Promise<WireBody<'lookupCustomer'>> {
  return (await session.call('lookupCustomer', { query: { customerId } })).body;
}

/** 'Monthly fee: $125.00 → $450.00; Address: Hai Malakal'. */
function changesInWords(changes: unknown): string {
  return (changes as WireBody<'customerHistory'>[number]['changes'])
    .map(({ field, before, after }) =>
      before === null ? `${field}: ${after}` : `${field}: ${before} → ${after ?? 'none'}`,
    )
    .join('; ');
}

/** Warnings about values that were changed or look wrong. */
async function warningsOf(
  typed: { bandwidth: string | undefined },
  created: WireBody<'createCustomer'>,
): Promise<string[]> {
  const [
    { decodeInput },
    { customerRoutes },
    { newCustomer, termsDiffer },
    { phoneDoubt },
    { bandwidthDoubt },
  ] = await Promise.all([
    import('@nimule/core/kernel/contract'),
    import('@nimule/core/customers/routes'),
    import('@nimule/core/customers/rules'),
    import('@nimule/core/customers/rules-phone'),
    import('@nimule/core/customers/schema'),
  ]);
  const { body } = decodeInput(customerRoutes.createCustomer, { body: typed });
  const input = body as CustomerInput;
  const overruled = termsDiffer(input, newCustomer(input, created.serviceStartDate as IsoDate));
  const doubt = overruled ? undefined : bandwidthDoubt(String(typed.bandwidth ?? ''));
  return [
    doubt && `Bandwidth: ${doubt}`,
    overruled &&
      `${created.packageType} sets bandwidth and monthly fee; those given were not used. A Flexible Plan takes them.`,
    phoneDoubt(String(created.phone)),
  ].filter((doubt) => typeof doubt === 'string');
}

export const customerCommands = [
  listCommand({
    name: 'customers list',
    summary: 'List customers',
    operation: 'listCustomers',
    columns,
    filters,
    examples: [
      'isp customers list --location "Juba Central" --status Active',
      'isp customers list --q akol --sort -monthlyFeeUsd --format json',
    ],
  }),
  defineCommand({
    name: 'customers show',
    summary: 'Show a customer and what the customer owes',
    args: { customer: { help: 'Customer ID, such as SC003' } },
    answers: true,
    examples: ['isp customers show SC003'],
    async run({ io, args, format, open }) {
      const session = await open();
      const customer = await findCustomer(session, args.customer);
      const { body: account } = await session.call('customerAccount', {
        params: { id: customer.id },
      });
      const { customerId: _, ...money } = account;
      await printRecord(io, format, { ...customer, ...money }, [
        ...columns,
        textColumn('email', 'E-mail'),
        textColumn('phone', 'Phone'),
        textColumn('address', 'Address'),
        textColumn('serviceStartDate', 'Service since'),
        textColumn('doNotDisconnectUntil', 'Not disconnected until'),
        moneyColumn('balanceUsd', 'Balance USD'),
        moneyColumn('overdueUsd', 'Overdue USD'),
        moneyColumn('creditUsd', 'In advance USD'),
        numberColumn('openInvoices', 'Open invoices'),
        textColumn('lastPaymentDate', 'Last payment'),
      ]);
    },
  }),
  listCommand({
    name: 'customers history',
    summary: 'Show what was changed of a customer, by whom and when, newest first',
    operation: 'customerHistory',
    columns: [
      instantColumn('at', 'When'),
      textColumn('who', 'Who'),
      textColumn('what', 'What'),
      { key: 'changes', title: 'Changes', show: changesInWords },
    ],
    args: { customer: { help: 'Customer ID, such as SC003' } },
    pages: { page: paging.page, pageSize: paging.pageSize },
    async input(session, query, { customer }) {
      const { id } = await findCustomer(session, customer);
      return { params: { id }, query };
    },
    examples: ['isp customers history SC003'],
  }),
  defineCommand({
    name: 'customers create',
    summary: 'Add a customer',
    options: {
      name: required('name', 'Name'),
      type: text('type', `individual or business; ${defaults.type} when left out`),
      email: text('address', 'E-mail address'),
      phone: text('number', 'Phone number'),
      location: text('place', `Location; ${defaults.location} when left out`),
      address: text('text', 'Street or district'),
      packageType: text(
        'package',
        `Package; a fixed one sets bandwidth and fee; ${defaults.packageType} when left out, or the Flexible Plan where one of those is given`,
      ),
      bandwidth: text('mbps', 'Bandwidth of a Flexible Plan'),
      monthlyFeeUsd: text('amount', 'Monthly fee of a Flexible Plan'),
      connectionFeeUsd: text('amount', 'Connection fee, billed once'),
      otherExpensesUsd: text('amount', 'Other monthly expenses'),
      serviceStartDate: text('date', 'First day of service; today when left out'),
      installationDate: text('date', 'Day of installation'),
      status: text('status', `Active, Suspended or Inactive; ${defaults.status} when left out`),
    },
    answers: true,
    examples: [
      'isp customers create --name "Akol Deng" --location "Juba Central" --package-type "Basic Fiber"',
      'isp customers create --name "Nile Hotel" --type business --package-type "Flexible Plan" --bandwidth 30 --monthly-fee-usd 300',
    ],
    async run({ io, options, format, open }) {
      const session = await open();
      const { body } = await session.call('createCustomer', { body: options });
      await printRecord(io, format, body, columns);
      for (const doubt of await warningsOf(options, body)) printMessage(io, doubt);
    },
  }),
  exportCommand({
    name: 'customers export',
    operation: 'exportCustomers',
    filters,
    examples: [
      'isp customers export --status Active > active.csv',
      'isp customers export --format xlsx --output customers.xlsx',
    ],
  }),
];
