import { type Column, contentTypes, writeCsv, writeXlsx } from '../documents/sheets-write.ts';
import type { FileAnswer } from '../kernel/contract.ts';
import { type BuiltImportType, importTables } from './rules-fields.ts';

async function* one<T>(row: T): AsyncGenerator<T[]> {
  yield [row];
}

/** The columns of an import with one example row, for people to fill in (decision 27). */
export async function importTemplate(
  type: BuiltImportType,
  format: 'xlsx' | 'csv' = 'xlsx',
): Promise<FileAnswer> {
  const columns = importTables[type].fields.map(
    (field): Column<null> => ({ header: field.name, kind: 'text', value: () => field.example }),
  );
  const body =
    format === 'csv'
      ? writeCsv(columns, one(null))
      : writeXlsx(columns, one(null), { sheetName: type });
  return { filename: `${type}-template.${format}`, contentType: contentTypes[format], body };
}
