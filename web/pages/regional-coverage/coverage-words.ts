import type { Technology } from '@nimule/core/network/schema';
import type { TownCoverage, TownStatus } from '@nimule/core/reports/regional-coverage/schema';
import { paths } from '../../app/paths.ts';
import { technologyLabels } from '../../parts/network/network-words.ts';

export const townStatusLabels: Readonly<Record<TownStatus, string>> = {
  full_coverage: 'Full coverage',
  expanding: 'Expanding',
  planned: 'Planned',
};

/** '3 of 4 nodes up'; 'planned' without a node. */
export function upText({
  nodes,
  operational,
}: Pick<TownCoverage, 'nodes' | 'operational'>): string {
  if (nodes === 0) return 'planned';
  return `${operational} of ${nodes} ${nodes === 1 ? 'node' : 'nodes'} up`;
}

export function networksText(technologies: readonly Technology[]): string {
  return technologies.map((one) => technologyLabels[one]).join(', ') || '–';
}

/** The list of nodes of a town; a town of several locations is searched by its name. */
export function nodesOf({ town, locations: [first, ...others] }: TownCoverage): string {
  return paths.nodes(first && others.length === 0 ? { location: first.location } : { q: town });
}
