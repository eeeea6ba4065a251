/**
 * The outline of South Sudan as degrees of longitude and latitude, from Natural Earth 1:50m, Admin 0 countries 4.1.0
 * (public domain, naturalearthdata.com), simplified to a hundredth of a degree or two. For orientation only: it makes no
 * statement on borders.
 */
const OUTLINE = [
  '33.98,4.22 33.49,3.76 33.15,3.77 33,3.88 32.84,3.8 32.34,3.71 32.2,3.61 32.14,3.52 31.94,3.61',
  '31.89,3.71 31.8,3.8 31.55,3.68 31.48,3.68 31.22,3.79 31.15,3.79 30.93,3.63 30.84,3.49 30.76,3.62',
  '30.7,3.64 30.59,3.62 30.56,3.65 30.56,3.72 30.51,3.84 30.2,3.98 29.87,4.33 29.78,4.48 29.68,4.59',
  '29.55,4.64 29.47,4.61 29.39,4.5 29.22,4.39 29.15,4.39 28.94,4.49 28.73,4.51 28.52,4.37 28.37,4.32',
  '28.19,4.35 28.08,4.42 27.98,4.53 27.79,4.64 27.66,4.85 27.49,4.97 27.26,5.29 27.21,5.62 27.14,5.72',
  '26.72,6 26.6,6.02 26.51,6.07 26.31,6.46 26.36,6.64 26.17,6.78 26.04,6.96 25.89,7.06 25.38,7.33',
  '25.28,7.43 25.18,7.56 25.24,7.65 25.25,7.72 25.2,7.81 25.01,7.97 24.85,8.14 24.74,8.19 24.29,8.29',
  '24.21,8.37 24.18,8.46 24.22,8.61 24.19,8.65 24.15,8.67 24.21,8.77 24.53,8.89 24.55,9.01 24.65,9.18',
  '24.67,9.39 24.78,9.53 24.78,9.77 24.82,9.84 25,10.06 25.02,10.24 25.1,10.31 25.28,10.32 25.8,10.42',
  '25.86,10.41 25.89,10.35 25.89,10.2 25.92,10.17 26,10.12 26.06,10.05 26.17,9.97 26.55,9.53',
  '26.66,9.48 26.76,9.5 27.07,9.61 27.8,9.59 27.88,9.6 28,9.38 28.05,9.33 28.85,9.33 28.84,9.46',
  '28.98,9.59 29.24,9.72 29.47,9.77 29.6,9.92 29.6,10.06 30,10.28 30.48,9.98 30.76,9.73 30.83,9.76',
  '31.15,9.77 31.22,9.8 31.79,10.38 31.93,10.66 32.42,11.09 32.34,11.31 32.34,11.69 32.07,12.01',
  '32.74,12.01 32.72,12.22 33.2,12.22 33.14,11.94 33.12,11.69 33.07,11.61 33.17,10.85 33.13,10.75',
  '33.38,10.65 33.46,10.55 33.91,10.18 33.96,10.05 33.95,9.94 33.96,9.86 33.9,9.72 33.87,9.51',
  '33.89,9.46 34.08,9.46 34.1,8.68 34.07,8.55 33.95,8.44 33.28,8.44 33.23,8.4 33,7.9 33.08,7.82',
  '33.23,7.76 33.67,7.67 33.9,7.51 34.02,7.37 34.07,7.23 34.28,7 34.48,6.9 34.56,6.78 34.71,6.66',
  '34.96,6.05 34.98,5.86 35.08,5.67 35.27,5.49',
];

const outline: readonly (readonly [longitude: number, latitude: number])[] = OUTLINE.join(' ')
  .split(' ')
  .map((point) => {
    const [longitude, latitude] = point.split(',').map(Number);
    return [longitude!, latitude!];
  });

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
function project([longitude, latitude]: readonly [number, number]): Point {
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
