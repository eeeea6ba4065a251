import type pg from 'pg';

/** A block of rows in PostgreSQL's COPY text format, as a range of bytes of a file. */
export interface CopyBlock {
  /** A name that was checked against the catalog, without its schema. */
  table: string;
  columns: readonly string[];
  file: string;
  /** First byte of the first row. */
  from: number;
  /** After the last row's line end. */
  to: number;
}

/** Rows of a table and a fingerprint of them that does not depend on their order. */
export interface TableContents {
  rows: number;
  /** Sum of the rows' 64-bit hashes, modulo 2^64, as 16 hexadecimal digits. */
  hash: string;
}

/** What one snapshot of the database contains. */
export interface Contents {
  schemaVersion: number;
  tables: Record<string, TableContents>;
  /** The sum of all debits in the journal, in cents. */
  trialBalanceCents: number;
  /** The newest seal of the audit log, 'seal 812 sha256:…' (decision 127); none in older schemas and before the first. */
  auditSeal?: string;
}

/** What a dump holds, and where it comes from. */
export interface Dumped extends Contents {
  /** 'PostgreSQL 15.18' or 'embedded PostgreSQL 18.3', for the manifest. */
  database: string;
  /** How long others waited; 0 on PostgreSQL. */
  waitedMs: number;
}

/** Reports what is being done, with a percentage where it is known. */
export type Report = (step: string, percent?: number) => void;

/** A new, empty database beside the one in use: a backup is loaded into it, and compared. */
export interface Scratch {
  pool: pg.Pool;
  /** Loads rows into an existing table. */
  copy(block: CopyBlock): Promise<void>;
  /**
   * Gives it the rights and settings of the present database, and tries a query. Can be repeated.
   * @returns what only an administrator may set: statements that were left out.
   * @throws AppError unavailable when a right could not be given, or the query fails.
   */
  takeRights(): Promise<string[]>;
  /** Releases the connections, so that it can be swapped in. */
  close(): Promise<void>;
  /** Closes and removes it. */
  drop(): Promise<void>;
}

/** The present database while nobody can write to it. */
export interface Frozen {
  /** Writes its dump as `BackupEngine.dump` does. */
  dump(file: string, report: Report): Promise<Dumped>;
}

/** What PostgreSQL and the embedded database do in different ways. */
export interface BackupEngine {
  /**
   * Writes the dump of one snapshot as plain SQL to a new file, and returns what the snapshot contains. Others go on
   * working; on the embedded database they wait for `waitedMs`, the time of a copy of the files.
   */
  dump(file: string, report: Report): Promise<Dumped>;
  createScratch(report: Report): Promise<Scratch>;
  /**
   * Replaces the database by `scratch`. Keeps all others from writing, runs `beforeSwap`, closes what is open and swaps.
   * The replaced database stays. After a kill at any moment the old or the new one opens by itself, whole. Without
   * `beforeSwap` the present database may be one that cannot be opened.
   * @returns what `Scratch.takeRights` has left out.
   */
  replaceWith(
    scratch: Scratch,
    beforeSwap: ((present: Frozen) => Promise<void>) | undefined,
    report: Report,
  ): Promise<string[]>;
  /**
   * What others have in the present database and a restore would leave in the replaced one: names as 'radius.nas'. Of a
   * scratch database at this program's schema version.
   */
  findForeign(scratch: Scratch): Promise<string[]>;
  /** Removes scratch databases whose process has ended. */
  removeScratch(): Promise<void>;
  /** Removes replaced databases, and scratch databases whose process has ended. */
  removeReplaced(): Promise<void>;
}
