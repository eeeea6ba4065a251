import type { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { formatInstant } from '../../kernel/dates.ts';
import type { Page } from '../../kernel/paging.ts';
import type { NetworkNode, NodeFilter, nodeExport } from '../schema.ts';
import * as queries from './queries.ts';
import { toNode } from './rules-record.ts';
import { uptimeSince } from './service.ts';

/** Nodes, by name; retired ones only with the status `retired` or `all`. */
export async function listNodes(ctx: Ctx, filter: NodeFilter): Promise<Page<NetworkNode>> {
  const page = await queries.findNodes(ctx.db, filter, uptimeSince(ctx));
  return { ...page, rows: page.rows.map(toNode) };
}

/** Nodes read at a time by an export. */
const BATCH = 500;

/** The headers are field names, so that an exported file can be imported unchanged. */
const columns: readonly Column<NetworkNode>[] = [
  { header: 'name', kind: 'text', value: (node) => node.name, width: 28 },
  { header: 'location', kind: 'text', value: (node) => node.location, width: 18 },
  { header: 'type', kind: 'text', value: (node) => node.type, width: 14 },
  { header: 'technologies', kind: 'text', value: (node) => node.technologies.join(', ') },
  { header: 'status', kind: 'text', value: (node) => (node.isRetired ? 'retired' : node.status) },
  { header: 'capacity', kind: 'number', value: (node) => node.capacity },
  { header: 'currentUsage', kind: 'number', value: (node) => node.currentUsage },
  { header: 'uptime', kind: 'number', value: (node) => node.uptime },
  { header: 'parent', kind: 'text', value: (node) => node.parentName },
  { header: 'address', kind: 'text', value: (node) => node.address },
  { header: 'notes', kind: 'text', value: (node) => node.notes, width: 40 },
  {
    header: 'lastMaintenance',
    kind: 'text',
    value: ({ lastMaintenance }) => lastMaintenance && formatInstant(lastMaintenance),
  },
];

/** The filtered list as .xlsx or .csv, streamed (decision 20); traffic in Gbps, uptime in percent. */
export function exportNodes(
  ctx: Ctx,
  { format = 'xlsx', ...filter }: z.output<typeof nodeExport>,
): FileAnswer {
  const file = { name: `network-nodes-${ctx.today}`, sheetName: 'Network nodes', format };
  return exportFile(file, columns, read(ctx, filter));
}

async function* read(ctx: Ctx, filter: NodeFilter): AsyncGenerator<NetworkNode[]> {
  for await (const rows of queries.streamNodes(ctx.db, filter, uptimeSince(ctx), BATCH))
    yield rows.map(toNode);
}
