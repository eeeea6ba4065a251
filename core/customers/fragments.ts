import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { beginsWords, matchesSearch } from '../database/like.ts';
import { type Fields, type SelectList, selectList } from '../database/record.ts';
import type { CustomerRecord } from './rules-record.ts';

export const customerFields: Fields<'customers', CustomerRecord> = {
  id: 'id bigint',
  customerId: 'customer_id text',
  name: 'name text',
  type: 'type text',
  email: 'email text',
  phone: 'phone text',
  location: 'location text',
  address: 'address text',
  packageType: 'package_type text',
  bandwidth: 'bandwidth int',
  monthlyFeeUsd: 'monthly_fee_cents bigint',
  connectionFeeUsd: 'connection_fee_cents bigint',
  otherExpensesUsd: 'other_expenses_cents bigint',
  connectionFeeBilled: 'connection_fee_billed boolean',
  serviceStartDate: 'service_start_date date',
  installationDate: 'installation_date date',
  status: 'status text',
  contactBy: 'contact_by text',
  refusesNews: 'refuses_news boolean',
  nodeId: 'node_id bigint',
  accessType: 'access_type text',
  ipAddress: 'ip_address text',
  macAddress: 'mac_address text',
  deviceSerial: 'device_serial text',
  port: 'port text',
  suspendedByRule: 'suspended_by_rule boolean',
  doNotDisconnectUntil: 'do_not_disconnect_until date',
  doNotDisconnectReason: 'do_not_disconnect_reason text',
  createdAt: 'created_at timestamptz',
  version: 'version bigint',
};

/** The select list of a customer, or of some fields, for the table's alias in a query. */
export function customerColumns<K extends keyof CustomerRecord = keyof CustomerRecord>(
  alias: string,
  names?: readonly K[],
): SelectList<Pick<CustomerRecord, K>> {
  return selectList(customerFields, alias, names);
}

/** The name of the network node of a customer, '' without one, for the alias of the customers. */
export function nodeNameOf(alias: string): AliasedRawBuilder<string, 'nodeName'> {
  const nodeId = sql.ref(`${alias}.node_id`);
  return sql<string>`coalesce((select n.name from network_nodes n where n.id = ${nodeId}), '')`.as(
    'nodeName',
  );
}

/** Shorter texts stand in serial numbers, addresses and e-mails by chance, 'T-2' in 'ONT-2417': they must begin a word. */
const MIN_WITHIN_WORDS = 5;

/** Whether a search in a list of documents means the customer of this alias; a text of up to four characters begins its words. */
export function isSearchedCustomer(alias: string, q: string): RawBuilder<SqlBool> {
  const text = sql.ref(`${alias}.search_text`);
  const found = matchesSearch(text, q);
  return q.trim().length < MIN_WITHIN_WORDS ? sql`(${found} and ${beginsWords(text, q)})` : found;
}
