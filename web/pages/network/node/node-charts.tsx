import { SegmentedControl } from '@blueprintjs/core';
import {
  type NetworkNode,
  type Series,
  type SeriesSpan,
  seriesSpans,
} from '@nimule/core/network/schema';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { OF_RECORD } from '../../../parts/shown-record.ts';
import type { ChartSeries } from '../../../ui/chart/chart-series.ts';
import { LineChart } from '../../../ui/chart/line-chart.tsx';
import { Inline, Stack } from '../../../ui/layout.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { humanize } from '../../../ui/tags.tsx';
import { POLL_MS } from '../polling.ts';

const SPAN = `${OF_RECORD}span`;
const FULL = 100;
const spanOptions = seriesSpans.map((value) => ({ value, label: humanize(value) }));

/** The span of the charts, in the URL. */
function useSpan() {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(SPAN);
  const span: SeriesSpan = seriesSpans.find((one) => one === wanted) ?? 'day';
  const choose = (value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === 'day') next.delete(SPAN);
      else next.set(SPAN, value);
      return next;
    });
  return { span, choose };
}

/** Traffic, latency and reachability of a node over a day, a week, a month or a year. */
export function NodeCharts({ node }: { node: NetworkNode }) {
  const { span, choose } = useSpan();
  const read = useRead(
    'nodeSeries',
    { params: { id: node.id }, query: { span } },
    { pollMs: POLL_MS, keepPrevious: true },
  );
  return (
    <Stack>
      <Inline>
        <SegmentedControl
          aria-label="Time span"
          size="small"
          options={spanOptions}
          value={span}
          onValueChange={choose}
        />
      </Inline>
      <Loaded read={read} loading="Loading the measurements…" lines={8}>
        {(series) => <Charts series={series} node={node} />}
      </Loaded>
    </Stack>
  );
}

function Charts({ series, node }: { series: Series; node: NetworkNode }) {
  const charts = useMemo(() => chartsOf(series), [series]);
  if (!charts.hasAny)
    return (
      <Empty
        title="Nothing was measured in this time"
        description={
          node.address === ''
            ? 'Enter the address of the node under Edit, and switch polling on in the settings.'
            : 'Measurements show here while polling is on in the settings.'
        }
      />
    );
  return (
    <>
      {charts.hasTraffic ? (
        <LineChart title="Traffic" unit="Mbps" times={charts.times} series={charts.traffic} />
      ) : (
        <p className="quiet">
          No traffic is known: it needs SNMP credentials and an interface that counts as usage.
        </p>
      )}
      <LineChart title="Latency" unit="ms" times={charts.times} series={charts.latency} />
      <LineChart
        title="Reachability"
        unit="%"
        times={charts.times}
        series={charts.reach}
        max={FULL}
      />
    </>
  );
}

/** The lines of the charts; the highest values are shown where a point stands for several measurements. */
function chartsOf({ span, points }: Series) {
  const valuesOf = (field: Exclude<keyof Series['points'][number], 'at'>) =>
    points.map((point) => point[field]);
  const inbound = valuesOf('inMbps');
  const outbound = valuesOf('outMbps');
  const highest: ChartSeries[] = [
    { label: 'Highest in', values: valuesOf('inMaxMbps'), tone: 'accent', isDashed: true },
    { label: 'Highest out', values: valuesOf('outMaxMbps'), tone: 'warning', isDashed: true },
  ];
  const traffic: ChartSeries[] = [
    { label: 'In', values: inbound, tone: 'accent' },
    { label: 'Out', values: outbound, tone: 'warning' },
    ...(span === 'day' ? [] : highest),
  ];
  const latency: ChartSeries[] = [
    { label: 'Latency', values: valuesOf('latencyMs'), tone: 'accent' },
  ];
  const reach: ChartSeries[] = [
    { label: 'Reachable', values: valuesOf('upPercent'), tone: 'accent' },
    { label: 'Packet loss', values: valuesOf('lossPercent'), tone: 'warning' },
  ];
  const isKnown = (value: number | null) => value !== null;
  return {
    times: points.map(({ at }) => at),
    traffic,
    latency,
    reach,
    hasTraffic: [...inbound, ...outbound].some(isKnown),
    hasAny: [...traffic, ...latency, ...reach].some(({ values }) => values.some(isKnown)),
  };
}
