/** seeds/000 3. */
export const locations = [
  'Juba Central',
  'Juba Commercial',
  'Wau',
  'Malakal',
  'Bentiu',
  'Yei',
  'Aweil',
  'Kuacjok',
  'Bor',
  'Torit',
] as const;
export type Location = (typeof locations)[number];

/** The town of each location (decision 22). */
export const townOf: Readonly<Record<Location, string>> = {
  'Juba Central': 'Juba',
  'Juba Commercial': 'Juba',
  Wau: 'Wau',
  Malakal: 'Malakal',
  Bentiu: 'Bentiu',
  Yei: 'Yei',
  Aweil: 'Aweil',
  Kuacjok: 'Kuacjok',
  Bor: 'Bor',
  Torit: 'Torit',
};

/** The locations in a town. */
export function locationsIn(town: string): Location[] {
  return locations.filter((location) => townOf[location] === town);
}
