import { outline } from './outline.ts';

/** Size of the map in its own units. */
export const WIDTH = 640;
export const HEIGHT = 500;
const WEST = 23.9;
const NORTH = 12.45;
const UNITS_PER_DEGREE = 54;
/** Degrees of longitude are shorter than those of latitude by the cosine of the middle latitude, 7.9°. */
const SHORTER = 0.9905;

export interface Point {
  x: number;
  y: number;
}

/** Longitude and latitude as a place on the map; true to distances near the middle of the country. */
export function project([longitude, latitude]: readonly [number, number]): Point {
  const rounded = (value: number) => Math.round(value * 10) / 10;
  return {
    x: rounded((longitude - WEST) * UNITS_PER_DEGREE * SHORTER),
    y: rounded((NORTH - latitude) * UNITS_PER_DEGREE),
  };
}

export const outlinePath = `M${outline
  .map(project)
  .map(({ x, y }) => `${x} ${y}`)
  .join('L')}Z`;

interface PlacedTown extends Point {
  /** Where its name stands, so that no two names overlap. */
  side: 'left' | 'right';
}

const at = (
  longitude: number,
  latitude: number,
  side: PlacedTown['side'] = 'right',
): PlacedTown => ({
  ...project([longitude, latitude]),
  side,
});

/** Towns of the ten locations. */
export const townPlaces: Readonly<Record<string, PlacedTown>> = {
  Juba: at(31.58, 4.85, 'left'),
  Wau: at(28.0, 7.7),
  Malakal: at(31.66, 9.53),
  Bentiu: at(29.8, 9.26, 'left'),
  Bor: at(31.56, 6.21),
  Yei: at(30.68, 4.1, 'left'),
  Aweil: at(27.4, 8.77, 'left'),
  Kuacjok: at(27.99, 8.3),
  Torit: at(32.57, 4.41),
};

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Of the dots of a town, in units at scale 1. */
const MOST_RADIUS = 25;
const MOST_SPACING = 11;

interface Cluster {
  dots: Point[];
  /** Of a dot. */
  dotRadius: number;
  /** Of the circle around all dots. */
  radius: number;
}

/** Dots around a point as the seeds of a sunflower, which never overlap; many are smaller. */
export function clusterOf({ x, y }: Point, count: number, scale: number): Cluster {
  const spacing = scale * Math.min(MOST_SPACING, MOST_RADIUS / Math.sqrt(Math.max(count, 1)));
  const dotRadius = spacing * 0.6;
  const dots = Array.from({ length: count }, (_, index) => {
    const distance = count === 1 ? 0 : spacing * Math.sqrt(index + 0.5);
    const angle = index * GOLDEN_ANGLE;
    return { x: x + distance * Math.cos(angle), y: y + distance * Math.sin(angle) };
  });
  const reach = count > 1 ? spacing * Math.sqrt(count - 0.5) : 0;
  return { dots, dotRadius, radius: reach + dotRadius + 3 * scale };
}
