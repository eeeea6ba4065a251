/** An error as components need it. */
export interface Failure {
  message: string;
  /** Messages by field name of the server. */
  fields?: Record<string, string> | undefined;
  /** Another user changed the record after it was read. */
  isStale?: boolean;
  /** The record does not exist, or no longer. */
  isNotFound?: boolean;
}

/** State of a read: loading, failed or loaded. */
export interface Readable<T> {
  data: T | undefined;
  error: Failure | undefined;
  isLoading: boolean;
  isRefreshing: boolean;
  refresh: () => void;
}
