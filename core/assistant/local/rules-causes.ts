import type { CustomerFacts } from '../facts/rules.ts';
import { alarmWords } from '../facts/rules.ts';

/** From this share of its capacity on a node slows its customers down. */
const CONGESTED_PERCENT = 85;

/** Whether the node that serves the customer is down. */
export function isNodeDown({ node }: CustomerFacts): boolean {
  if (!node) return false;
  return (
    node.status === 'offline' ||
    node.outage?.kind === alarmWords.down ||
    (node.isReachable === false && node.status === 'operational')
  );
}

export function isInMaintenance({ node }: CustomerFacts): boolean {
  return node?.status === 'maintenance';
}

export function isCongested(facts: CustomerFacts): boolean {
  const { node } = facts;
  if (!node || isNodeDown(facts)) return false;
  return node.outage !== null || (node.utilization ?? 0) >= CONGESTED_PERCENT;
}

/** Whether the facts say why the customer has no internet, so that no step at the router helps. */
export function explains(facts: CustomerFacts): boolean {
  return facts.customer.status !== 'Active' || isNodeDown(facts) || isInMaintenance(facts);
}
