import type { NodeStatus } from '@nimule/core/network/schema';
import type { CoverageNode, TownCoverage } from '@nimule/core/reports/regional-coverage/schema';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { PHONE, useMedia } from '../../../ui/media.ts';
import { humanize } from '../../../ui/tags.tsx';
import { nodesOf } from '../coverage-words.ts';
import styles from '../regional-coverage.module.css';
import { clusterOf, HEIGHT, outlinePath, type Point, townPlaces, WIDTH } from './layout.ts';

interface CoverageMapProps {
  /** The six towns. */
  towns: readonly TownCoverage[];
  /** Towns of the other locations; quieter. */
  outside: readonly TownCoverage[];
  nodes: readonly CoverageNode[];
}

const STATES: readonly NodeStatus[] = ['operational', 'maintenance', 'offline'];
/** On a phone the map is drawn at half its size: names and dots are larger. */
const PHONE_TEXT = 1.6;
const PHONE_DOTS = 1.3;

/** South Sudan with the towns and their nodes; each town links to its nodes. The table beside it has the same figures. */
export function CoverageMap({ towns, outside, nodes }: CoverageMapProps) {
  const title = useId();
  const description = useId();
  const isPhone = useMedia(PHONE);
  const dotsOf = (town: string) => nodes.filter((node) => node.town === town);
  // A town with many nodes is drawn below its neighbours.
  const shown = [...towns, ...outside.filter((town) => town.nodes > 0)].sort(
    (one, other) => other.nodes - one.nodes,
  );
  return (
    <figure className={styles.map}>
      {/* biome-ignore lint/a11y/useSemanticElements: an svg with links is a group, and no fieldset */}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="group"
        aria-labelledby={title}
        aria-describedby={description}
      >
        <title id={title}>Map of South Sudan with the network nodes of each town</title>
        <desc id={description}>The table of towns has the same figures.</desc>
        <path d={outlinePath} className={styles.land} />
        {shown.map((town) => (
          <TownOnMap
            key={town.town}
            town={town}
            nodes={dotsOf(town.town)}
            isPhone={isPhone}
            isOutside={outside.includes(town)}
          />
        ))}
      </svg>
      <figcaption className={styles.legend}>
        <ul>
          {STATES.map((status) => (
            <li key={status}>
              <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
                <Dot status={status} at={{ x: 0, y: 0 }} radius={5} />
              </svg>
              {humanize(status)}
            </li>
          ))}
          <li>
            <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
              <circle r={5} className={styles.plannedTown} />
            </svg>
            Planned, no node yet
          </li>
        </ul>
        {shown.some(({ town, nodes: all }) => all > dotsOf(town).length) && (
          <p>Not all nodes of a large town are drawn; those that are not up come first.</p>
        )}
        <p>Nodes are drawn around their town. Outline: Natural Earth, for orientation only.</p>
      </figcaption>
    </figure>
  );
}

interface TownOnMapProps {
  town: TownCoverage;
  nodes: readonly CoverageNode[];
  /** Without the number of nodes below the name. */
  isPhone: boolean;
  isOutside: boolean;
}

function TownOnMap({ town, nodes, isPhone, isOutside }: TownOnMapProps) {
  const place = townPlaces[town.town];
  if (!place) return null;
  const [textScale, dotScale] = isPhone ? [PHONE_TEXT, PHONE_DOTS] : [1, 1];
  const { dots, dotRadius, radius } = clusterOf(place, nodes.length, dotScale);
  const isLeft = place.side === 'left';
  const gap = radius + 4 * textScale;
  const label = {
    x: place.x + (isLeft ? -gap : gap),
    textAnchor: isLeft ? ('end' as const) : ('start' as const),
  };
  const figures = town.nodes === 0 ? 'planned' : `${town.operational} of ${town.nodes} up`;
  const content = (
    <>
      {nodes.length === 0 ? (
        <circle cx={place.x} cy={place.y} r={6 * dotScale} className={styles.plannedTown} />
      ) : (
        <circle cx={place.x} cy={place.y} r={radius} className={styles.halo} />
      )}
      {nodes.map(({ id, name, status }, index) => (
        <Dot key={id} status={status} at={dots[index]!} radius={dotRadius} name={name} />
      ))}
      <text
        {...label}
        y={place.y + (isPhone ? 4 * textScale : -2)}
        fontSize={(isOutside ? 12 : 14) * textScale}
        className={isOutside ? styles.outsideName : styles.townName}
      >
        {town.town}
      </text>{' '}
      {!isPhone && (
        <text {...label} y={place.y + 13} fontSize={11.5} className={styles.townFigures}>
          {figures}
        </text>
      )}
    </>
  );
  if (town.nodes === 0) return <g>{content}</g>;
  return (
    <Link to={nodesOf(town)} aria-label={`${town.town} ${figures}: list of nodes`}>
      {content}
    </Link>
  );
}

interface DotProps {
  status: NodeStatus;
  at: Point;
  radius: number;
  /** Shown as a tooltip. */
  name?: string;
}

/** A node: a circle if it is operational, a square in maintenance, a triangle if it is offline. */
function Dot({ status, at: { x, y }, radius, name }: DotProps) {
  const title = name && <title>{`${name}: ${humanize(status)}`}</title>;
  if (status === 'operational')
    return (
      <circle cx={x} cy={y} r={radius} className={styles.operational}>
        {title}
      </circle>
    );
  if (status === 'maintenance') {
    const half = radius * 0.9;
    return (
      <rect
        x={x - half}
        y={y - half}
        width={half * 2}
        height={half * 2}
        className={styles.maintenance}
      >
        {title}
      </rect>
    );
  }
  const [side, top, bottom] = [radius * 1.1, radius * 1.15, radius * 0.85];
  return (
    <path d={`M${x} ${y - top}L${x + side} ${y + bottom}H${x - side}Z`} className={styles.offline}>
      {title}
    </path>
  );
}
