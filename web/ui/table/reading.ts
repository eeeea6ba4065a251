/** What a component needs to know of a failure. */
export interface Failure {
  message: string;
  /** Message per field, as the server names them. */
  fields?: Record<string, string> | undefined;
  /** Somebody else changed the record since it was read. */
  isStale?: boolean;
}

/** Something being read from somewhere: loading, failed or there. Components ask for it whole. */
export interface Readable<T> {
  data: T | undefined;
  error: Failure | undefined;
  isLoading: boolean;
  isRefreshing: boolean;
  refresh: () => void;
}
