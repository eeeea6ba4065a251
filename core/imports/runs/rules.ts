import type { Mapping } from '../reading/rules-mapping.ts';
import type { ImportSettings } from '../schema-centre.ts';

/** The parts of a stored run's settings; those of older runs may be missing. */
export type StoredSettings = Partial<Mapping> & {
  sheet?: string;
  headerRow?: number;
  keepPrices?: boolean;
  combineRows?: boolean;
  numberRows?: boolean;
};

/** Stored settings as the contract has them. */
export function settingsFrom(stored: StoredSettings): ImportSettings {
  const { sheet, headerRow, map = {}, value = {}, set = {} } = stored;
  return {
    ...(sheet && { sheet }),
    ...(headerRow !== undefined && { headerRow }),
    map,
    value,
    set,
    keepPrices: stored.keepPrices === true,
    combineRows: stored.combineRows === true,
    ...(stored.numberRows && { numberRows: true }),
  };
}

/** Why an import cannot be undone, in the user's words; null if it can. */
export function undoRefusal(run: {
  status: string;
  undoStatus: 'running' | 'done' | 'failed' | null;
  created: number;
  updated: number;
  /** The records that its batches are known to have created. */
  recorded: number;
}): string | null {
  if (run.status === 'queued' || run.status === 'running')
    return 'It has not ended. Stop it first, or wait.';
  if (run.undoStatus === 'done') return 'It was undone already.';
  if (run.undoStatus === 'running') return 'It is being undone.';
  if (run.recorded > 0) return null;
  if (run.created > 0) return 'What it created was not recorded at that time.';
  return run.updated === 0
    ? 'It created nothing.'
    : 'It created nothing, and what it changed is not set back: the list of changed records has the values before it.';
}
