import type { Page } from '@nimule/core/kernel/paging';
import type { ReactNode } from 'react';
import type {
  CallInput,
  CallOutput,
  FileOperation,
  ListOperation,
  ReadOperation,
} from '../client/call.ts';
import { useList } from '../client/use-list.ts';
import { type Reading, type ReadOptions, useRead } from '../client/use-read.ts';
import { DataTable, type DataTableProps } from '../ui/table/data-table.tsx';
import { type ListOptions, useListState } from '../ui/table/list-state.ts';
import { ExportMenu } from './export-menu.tsx';

type RowOf<O extends ListOperation> = CallOutput<O> extends Page<infer T> ? T : never;
type FieldOf<T, V> = { [K in keyof T]-?: T[K] extends V ? K : never }[keyof T] & string;
type ExportOperation = Extract<FileOperation, `export${string}`>;
type ActionsOf<T> = NonNullable<DataTableProps<T>['actions']>;
type Cells = Readonly<Record<string, ReactNode>>;

interface RecordListProps<O extends ListOperation & ReadOperation, S extends ReadOperation>
  extends Pick<
    DataTableProps<RowOf<O>>,
    'label' | 'columns' | 'search' | 'empty' | 'noMatch' | 'tools' | 'add' | 'onOpen'
  > {
  operation: O;
  /** Filters, sorts and prefix of the URL parameters. */
  list: ListOptions<string>;
  /** Fields of the query that are not filters, such as the customer of a statement. */
  query?: CallInput<O> extends { query?: infer Q } ? Partial<Q> : never;
  /** Parameters of the path. */
  params?: CallInput<O> extends { params: infer P } ? P : never;
  pollMs?: number | undefined;
  /** 'bills', for the texts of the export and of a search that finds none; without it the latter has the default. */
  many?: string;
  /** The field that names a row, or a function. */
  rowName: FieldOf<RowOf<O>, string> | ((row: RowOf<O>) => string);
  /** Default: the id. */
  rowKey?: (row: RowOf<O>) => string | number;
  /** The operation of the export; `what` and `label` as in `ExportMenu`, by default 'The bills of this list'. */
  exports?: ExportOperation | { operation: ExportOperation; what?: string; label?: string };
  /** The operation that sums the filtered list, and the cells of its answer by column. */
  sums?: { operation: S; cells: (sums: CallOutput<S>) => Cells };
  /** Actions of the rows, with the dialog that they open. */
  actions?: ActionsOf<RowOf<O>> | { of: ActionsOf<RowOf<O>>; dialog: ReactNode };
}

type ReadSums = (operation: unknown, input: unknown, options: ReadOptions) => Reading<unknown>;
type ReadRows = (...args: unknown[]) => Reading<Page<unknown>>;

/**
 * A list of records in one declaration: the state in the URL, the page and the sums from the server, the table with its
 * filters, the export, and the actions with their dialog. What is opened by a row is the page's, since other screens
 * link to it.
 * @example
 * <RecordList operation="listBills" list={{ filters, sorts: billSorts, sort: '-billDate', prefix: 'bill-' }}
 *   label="Supplier bills" many="bills" columns={columns} rowName="billId" search="Search by number"
 *   exports="exportBills" actions={actions} onOpen={onView}
 *   empty={{ title: 'No bills yet', description: 'A bill is recorded against goods that came.' }} />
 */
export function RecordList<
  O extends ListOperation & ReadOperation,
  S extends ReadOperation = ReadOperation,
>({
  operation,
  list: options,
  query,
  params,
  pollMs,
  many,
  rowName,
  rowKey,
  exports,
  tools,
  sums,
  actions,
  ...table
}: RecordListProps<O, S>) {
  const list = useListState(options);
  const poll = pollMs === undefined ? {} : { pollMs };
  const read = (useList as ReadRows)(operation, list, query, params, poll);
  const summed = (useRead as unknown as ReadSums)(
    sums?.operation,
    { query: { ...list.filter, ...(query as object | undefined) } },
    { keepPrevious: true, when: sums !== undefined },
  ).data as CallOutput<S> | undefined;
  const file = typeof exports === 'string' ? { operation: exports } : exports;
  return (
    <>
      <DataTable<RowOf<O>>
        {...table}
        rowKey={rowKey ?? ((row) => (row as unknown as { id: number }).id)}
        rowName={typeof rowName === 'function' ? rowName : (row) => row[rowName] as string}
        read={read as Reading<Page<RowOf<O>>>}
        list={list}
        {...(many !== undefined && {
          noMatch: {
            title: `No ${many} found`,
            description: `No ${many} match your current search and filters.`,
          },
        })}
        {...(table.noMatch && { noMatch: table.noMatch })}
        tools={
          (tools || file) && (
            <>
              {tools}
              {file && (
                <ExportMenu
                  what={`The ${many ?? 'rows'} of this list`}
                  list={list}
                  query={query as Record<string, string> | undefined}
                  params={params as Record<string, number> | undefined}
                  {...file}
                />
              )}
            </>
          )
        }
        actions={typeof actions === 'function' ? actions : actions?.of}
        sums={sums && summed !== undefined ? sums.cells(summed) : undefined}
      />
      {typeof actions === 'object' && actions.dialog}
    </>
  );
}
