import { headerKey } from '../../kernel/text.ts';
import type { ImportColumns, ImportField } from '../fields/rules.ts';
import { guessColumn, type Mapping } from '../reading/rules-mapping.ts';
import type { MappedColumns } from '../schema-mapping.ts';
import type { BuiltImportType } from '../schema-types.ts';
import { importSources } from './rules.ts';
import type { ImportSource, SourceColumns } from './rules-source.ts';

type Headers = readonly string[];

/** The first column with each key. */
function byKey(header: Headers): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of header) {
    const key = headerKey(name);
    if (key !== '' && !found.has(key)) found.set(key, name);
  }
  return found;
}

function columnsOfSource({ recognised, map }: ImportSource): Set<string> {
  const mapped = Object.values(map)
    .flat()
    .flatMap(({ first, less }) => [...first.flat(), ...(less === undefined ? [] : [less])]);
  return new Set([...recognised.flat(), ...mapped].map(headerKey));
}

const sourceColumns = new Map(importSources.map((source) => [source, columnsOfSource(source)]));

/** All headers of the known systems, in the form of `headerKey`, for the search of the header row. */
export function sourceHeaderKeys(): ReadonlySet<string> {
  return new Set([...sourceColumns.values()].flatMap((keys) => [...keys]));
}

/**
 * The known system from which a file comes, by its headers in any order and spelling; of several the one with the most
 * columns in the file. Undefined for any other file.
 */
export function detectSource(header: Headers): ImportSource | undefined {
  const found = byKey(header);
  const has = (name: string) => found.has(headerKey(name));
  const matches = importSources
    .filter(
      ({ recognised, without = [] }) =>
        recognised.every((names) => names.some(has)) && !without.some(has),
    )
    .map((source) => {
      const keys = sourceColumns.get(source)!;
      return { source, count: [...found.keys()].filter((key) => keys.has(key)).length };
    })
    .sort((a, b) => b.count - a.count);
  return matches[0]?.source;
}

/** The columns of a source that the file has; undefined if it has none. */
function presentColumns(
  { first, negate, less }: SourceColumns,
  found: ReadonlyMap<string, string>,
): MappedColumns | undefined {
  const present = (names: readonly string[]) => [
    ...new Set(names.flatMap((name) => found.get(headerKey(name)) ?? [])),
  ];
  const lists = first.map(present).filter((names) => names.length > 0);
  const other = less === undefined ? undefined : found.get(headerKey(less));
  if (lists.length === 0 || (less !== undefined && other === undefined)) return undefined;
  if (negate || other !== undefined || lists.length > 1) {
    return {
      first: lists.map((names) => (names.length === 1 ? names[0]! : names)),
      ...(negate && { negate }),
      ...(other !== undefined && { less: other }),
    };
  }
  const [only] = lists as [string[]];
  return only.length === 1 ? only[0]! : only;
}

function firstPresent(
  options: readonly SourceColumns[],
  found: ReadonlyMap<string, string>,
): MappedColumns | undefined {
  for (const option of options) {
    const columns = presentColumns(option, found);
    if (columns !== undefined) return columns;
  }
  return undefined;
}

/**
 * The ready mapping of a known system for a file with these headers. Fields of which the file has no column are left out,
 * also those that another column would match by its name.
 */
export function readyMapping(source: ImportSource, table: ImportColumns, header: Headers): Mapping {
  const found = byKey(header);
  const mapping: Mapping = { map: {}, value: {}, set: {} };
  for (const field of table.fields) {
    const { name } = field;
    const columns = firstPresent(source.map[name] ?? [], found);
    if (columns !== undefined) {
      mapping.map[name] = columns;
      for (const [from, to] of Object.entries(source.values[name] ?? {}))
        mapping.value[`${name}.${from}`] = to;
    } else if (source.set[name] !== undefined) mapping.set[name] = source.set[name];
    else {
      const guess = guessColumn(field, header);
      if (guess !== undefined) mapping.map[name] = field.isAlwaysRead ? header[guess]! : '';
    }
  }
  return mapping;
}

/** The replacements that a ready mapping offers; a file need not have each of these values. */
export function offeredValues({ values }: ImportSource): Set<string> {
  return new Set(
    Object.entries(values).flatMap(([name, texts]) =>
      Object.keys(texts).map((from) => `${name}.${from}`),
    ),
  );
}

interface TypeSigns {
  type: BuiltImportType;
  /** The file has a header of each list. */
  needs: readonly (readonly string[])[];
  /** Headers that such a file does not have. */
  without: readonly string[];
}

function namesOf({ fields }: ImportColumns, ...wanted: string[]): string[] {
  return fields
    .filter(({ name }) => wanted.includes(name))
    .flatMap(({ name, aliases }: ImportField) => [name, ...aliases]);
}

/** The kinds of files, the most particular first. A module's importer adds its row here. */
function typeSigns(tables: Record<BuiltImportType, ImportColumns>): TypeSigns[] {
  const { accounting, accounts, billing, cash, customers, employees, nodes, openings, suppliers } =
    tables;
  const ofPeople = [
    ...namesOf(customers, 'customerId').filter((name) => name.toLowerCase().startsWith('c')),
    ...namesOf(customers, 'phone', 'email', 'address', 'packageType', 'monthlyFeeUsd'),
    ...namesOf(billing, 'invoiceId', 'dueDate').filter((name) => name.length > 6),
  ];
  return [
    {
      type: 'accounting',
      needs: [
        namesOf(accounting, 'reference'),
        namesOf(accounting, 'date'),
        namesOf(accounting, 'account'),
        namesOf(accounting, 'debit'),
        namesOf(accounting, 'credit'),
      ],
      without: [],
    },
    {
      type: 'employees',
      needs: [
        [
          ...namesOf(employees, 'employeeNumber', 'name').filter((name) => name !== 'name'),
          'Position',
          'Job Title',
          'Designation',
        ],
        [
          ...namesOf(employees, 'department', 'hireDate', 'employmentType').filter(
            (name) => !['Start Date', 'Unit', 'Employment'].includes(name),
          ),
          'Base Salary',
          'Basic Salary',
          'Monthly Salary',
        ],
      ],
      without: namesOf(customers, 'packageType', 'monthlyFeeUsd'),
    },
    {
      type: 'nodes',
      needs: [
        namesOf(nodes, 'name'),
        namesOf(nodes, 'capacity'),
        namesOf(nodes, 'location', 'type', 'technologies', 'parent'),
      ],
      without: ofPeople.filter((name) => !/address/i.test(name)),
    },
    {
      type: 'suppliers',
      needs: [
        namesOf(suppliers, 'name', 'supplierCode').filter((name) => /supplier|vendor/i.test(name)),
        namesOf(suppliers, 'contactPerson', 'paymentTerms', 'taxNumber', 'phone', 'email'),
      ],
      without: [],
    },
    {
      type: 'accounts',
      needs: [namesOf(accounts, 'code', 'name'), namesOf(accounts, 'type')],
      without: [...ofPeople, ...namesOf(openings, 'debit', 'credit'), ...namesOf(cash, 'date')],
    },
    {
      type: 'openings',
      needs: [
        namesOf(openings, 'account', 'accountName'),
        [
          'Account',
          'Account Code',
          'Account Number',
          'Account No',
          'Account Name',
          'Code',
          'Ledger',
        ],
        namesOf(openings, 'debit', 'credit', 'balance', 'debitSsp', 'creditSsp', 'balanceSsp'),
      ],
      without: [...ofPeople, ...namesOf(cash, 'date'), 'Date'],
    },
    {
      type: 'billing',
      needs: [
        namesOf(billing, 'invoiceId'),
        namesOf(billing, 'amountUsd'),
        namesOf(billing, 'billDate', 'dueDate'),
      ],
      // The template of a cash book, which has a column of invoice numbers too.
      without: ['moneyInUsd'],
    },
    {
      type: 'cash',
      needs: [
        namesOf(cash, 'date'),
        [
          ...namesOf(cash, 'amountUsd', 'amountSsp', 'moneyInUsd', 'moneyOutUsd'),
          ...namesOf(cash, 'moneyInSsp', 'moneyOutSsp'),
        ],
        namesOf(cash, 'reference', 'description', 'account'),
      ],
      without: namesOf(customers, 'phone', 'email', 'packageType', 'serviceStartDate'),
    },
    {
      type: 'customers',
      needs: [
        // 'No.' alone is any list.
        namesOf(customers, 'customerId').filter((name) => name !== 'No.'),
        [...namesOf(customers, 'name'), 'Name', 'First Name', 'Last Name'],
      ],
      without: [],
    },
  ];
}

/** What a file holds, by its headers in any order; undefined if they do not tell. */
export function detectType(
  header: Headers,
  tables: Record<BuiltImportType, ImportColumns>,
): BuiltImportType | undefined {
  const source = detectSource(header);
  if (source) return source.type;
  const found = byKey(header);
  const has = (name: string) => found.has(headerKey(name));
  return typeSigns(tables).find(
    ({ needs, without }) => needs.every((names) => names.some(has)) && !without.some(has),
  )?.type;
}
