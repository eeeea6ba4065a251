import type { AlarmKind, NetworkNode, NodeType } from '@nimule/core/network/schema';

export const nodeTypeLabels: Readonly<Record<NodeType, string>> = {
  tower: 'Tower',
  core: 'Core',
  pop: 'Point of presence',
  router: 'Router',
  switch: 'Switch',
  olt: 'OLT',
  access_point: 'Access point',
  gateway: 'Gateway',
};

export const technologyLabels = {
  '4G': '4G',
  fiber: 'Fiber',
  microwave: 'Microwave',
} as const;

export const accessLabels = {
  fiber: 'Fiber',
  wireless: 'Wireless',
  hotspot: 'Hotspot',
} as const;

export const alarmLabels: Readonly<Record<AlarmKind, string>> = {
  down: 'Down',
  utilisation: 'Utilisation',
  latency: 'Latency',
  loss: 'Packet loss',
};

/** Label of an alarm's kind, where another module only knows it as text. */
export function alarmLabel(kind: string): string {
  return (alarmLabels as Readonly<Record<string, string>>)[kind] ?? kind;
}

const thousandths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** '2.5 Gbps'. */
export function gbpsText(gbps: number): string {
  return `${thousandths.format(gbps)} Gbps`;
}

/** '1,440 Mbps'. */
export function mbpsText(mbps: number | null): string {
  return mbps === null ? '–' : `${tenths.format(mbps)} Mbps`;
}

/** '99.87%'; a dash if it is not known. */
export function percentText(percent: number | null): string {
  return percent === null ? '–' : `${hundredths.format(percent)}%`;
}

/** '12.4 ms'; a dash if it is not known. */
export function latencyText(ms: number | null): string {
  return ms === null ? '–' : `${tenths.format(ms)} ms`;
}

/** '3.2 : 1'; a dash without a capacity. */
export function ratioText(ratio: number | null): string {
  return ratio === null ? '–' : `${tenths.format(ratio)} : 1`;
}

/** Usage in percent of the capacity; null without a capacity. */
function utilisationOf({
  capacity,
  currentUsage,
}: Pick<NetworkNode, 'capacity' | 'currentUsage'>): number | null {
  return capacity > 0 ? (currentUsage / capacity) * 100 : null;
}

/** '39.5%', with one decimal; a dash without a capacity. */
export function utilisationText(node: Pick<NetworkNode, 'capacity' | 'currentUsage'>): string {
  const percent = utilisationOf(node);
  return percent === null ? '–' : `${tenths.format(percent)}%`;
}
