export const chartTones = ['accent', 'warning', 'success', 'danger'] as const;
export type ChartTone = (typeof chartTones)[number];

export interface ChartSeries {
  label: string;
  /** One value for each time; null where nothing is known. */
  values: readonly (number | null)[];
  tone: ChartTone;
  isDashed?: boolean;
}
