/** The input of a call. Path parameters and query are text; the body is JSON, or the fields sent with a file. */
export interface CallInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown> | undefined;
  /** Of an upload; by default a small spreadsheet. */
  file?: { filename: string; text: string };
  /** The caller's session; by default the administrator's. */
  cookie?: string;
}
