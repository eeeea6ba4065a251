/** What happened to an imported record, or would happen in a dry run. */
export type RowOutcome = 'created' | 'updated' | 'unchanged' | 'refused';
