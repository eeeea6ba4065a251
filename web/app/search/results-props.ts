export const RESULTS_ID = 'search-results';

/** A command of the list that asks for a record: 'Reverse a payment'. */
export interface Picking {
  act: string;
  label: string;
}

/** What the results need of the box. */
export interface SearchResultsProps {
  query: string;
  setQuery: (query: string) => void;
  picking: Picking | undefined;
  setPicking: (picking: Picking | undefined) => void;
  keys: Keys;
  setActive: (optionId: string | undefined) => void;
  onClose: () => void;
}

/** Keys of the list that were pressed in the box. They wait until the results are loaded. */
export interface Keys {
  waiting: string[];
  heard?: (key: string) => void;
}
