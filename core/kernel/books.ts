/** What the books hold of an imported record, by the key of a total: US cents, or a number of records. */
export interface BookValues {
  values: Readonly<Record<string, number>>;
  /** Why a value may differ from that of the file, by total, where it is known. */
  reasons?: Readonly<Record<string, string>>;
}
