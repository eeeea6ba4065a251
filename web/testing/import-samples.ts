import type {
  importPreview,
  importRunDetail,
  stagedFile,
} from '@nimule/core/imports/schema-centre';
import type { z } from 'zod';

type Wire<S extends z.ZodType> = z.input<S>;

export function aStagedFile(
  changes: Partial<Wire<typeof stagedFile>> = {},
): Wire<typeof stagedFile> {
  return {
    id: 12,
    filename: 'customers.csv',
    bytes: 1200,
    sheets: ['customers'],
    detectedType: 'customers',
    importedBefore: null,
    ...changes,
  };
}

const settings = { map: {}, value: {}, set: {}, keepPrices: false, combineRows: false };

const someFields = [
  { field: 'customerId', kind: 'text', choices: [], isRequired: true, columns: ['ID'] },
  { field: 'name', kind: 'text', choices: [], isRequired: true, columns: ['Name'] },
  {
    field: 'packageType',
    kind: 'choice',
    choices: ['Basic Fiber', 'Premium Fiber'],
    isRequired: false,
    columns: ['Plan'],
  },
  { field: 'phone', kind: 'text', choices: [], isRequired: false, columns: [] },
] as const;

/** The preview of three rows: a new one, a changed one and one with a wrong package name. */
export function aPreview(
  changes: Partial<Wire<typeof importPreview>> = {},
): Wire<typeof importPreview> {
  const cell = (field: string, text: string) => ({
    field,
    text,
    problem: null,
    note: null,
    before: null,
  });
  return {
    type: 'customers',
    filename: 'customers.csv',
    sheets: ['customers'],
    sheet: 'customers',
    headerRow: 1,
    headers: ['ID', 'Name', 'Plan', 'Phone', 'Mobile'],
    source: null,
    settingsFrom: 'suggested',
    settings,
    fields: someFields.map((field) => ({
      ...field,
      choices: [...field.choices],
      columns: [...field.columns],
      confidence: 'sure',
      constant: null,
      sample: '',
    })),
    missing: [],
    unused: ['Phone', 'Mobile'],
    problem: null,
    counts: { rows: 3, new: 1, changed: 1, same: 0, refused: 1, lines: 0, leftOut: 0 },
    reasons: [
      {
        message: "'Bsic' is no package.",
        isRefusal: true,
        rows: 1,
        firstRows: [4],
        field: 'packageType',
        text: 'Bsic',
        suggestion: 'Basic Fiber',
      },
    ],
    otherReasons: 0,
    warnings: [],
    totals: [{ key: 'customers', label: 'Customers', unit: 'count', file: '3', refused: '1' }],
    rows: [
      {
        row: 2,
        fate: 'new',
        problems: [],
        cells: [cell('customerId', 'C-1'), cell('name', 'Achol'), cell('packageType', '')],
      },
      {
        row: 3,
        fate: 'changed',
        problems: [],
        cells: [
          cell('customerId', 'C-2'),
          { ...cell('name', 'Garang Hotel'), before: 'Garang' },
          cell('packageType', ''),
        ],
      },
      {
        row: 4,
        fate: 'refused',
        problems: [],
        cells: [
          cell('customerId', 'C-3'),
          cell('name', 'Deng'),
          { ...cell('packageType', 'Bsic'), problem: "'Bsic' is no package." },
        ],
      },
    ],
    ...changes,
  };
}

export function aRun(
  changes: Partial<Wire<typeof importRunDetail>> = {},
): Wire<typeof importRunDetail> {
  return {
    id: 7,
    type: 'customers',
    filename: 'customers.csv',
    fileId: 12,
    status: 'done',
    startedAt: '2026-11-23T08:00:00Z',
    finishedAt: '2026-11-23T08:01:00Z',
    actorName: 'Grace Akol',
    totalRows: 3,
    recordsProcessed: 3,
    recordsCreated: 1,
    recordsUpdated: 1,
    recordsUnchanged: 0,
    recordsFailed: 1,
    error: '',
    undo: null,
    settings,
    waitsFor: null,
    warnings: [],
    reasons: aPreview().reasons,
    reconciliation: [
      {
        key: 'customers',
        label: 'Customers',
        unit: 'count',
        file: '3',
        books: '2',
        refused: '1',
        different: '0',
        unexplained: '0',
      },
      {
        key: 'fees',
        label: 'Monthly fees',
        unit: 'usd',
        file: '135.00',
        books: '135.00',
        refused: '0.00',
        different: '0.00',
        unexplained: '0.00',
      },
    ],
    changes: 1,
    differences: 0,
    mayUndo: true,
    whyNotUndo: null,
    ...changes,
  };
}
