import { type Column, exportFile } from '../documents/sheets/write.ts';
import type { FileAnswer } from '../kernel/contract.ts';
import { parseCents } from '../kernel/money.ts';
import type { ImportField } from './fields/rules.ts';
import { importers } from './importers/service.ts';
import type { BuiltImportType } from './schema-types.ts';

function columnOf({ name, kind, example }: ImportField): Column<null> {
  const width = Math.max(name.length, example.length) + 3;
  if (kind === 'amount') {
    return { header: name, kind: 'money', value: () => parseCents(example) ?? null, width };
  }
  if (kind === 'whole') return { header: name, kind: 'integer', value: () => example, width };
  if (kind === 'date') return { header: name, kind: 'date', value: () => example, width };
  return { header: name, kind: 'text', value: () => example, width };
}

async function* oneRow(): AsyncGenerator<readonly null[]> {
  yield [null];
}

/** The columns of an import by field name, with one example row to be replaced (decision 27). */
export async function importTemplate(
  type: BuiltImportType,
  format: 'xlsx' | 'csv' = 'xlsx',
): Promise<FileAnswer> {
  const columns = importers[type].table.fields.map(columnOf);
  return exportFile({ name: `${type}-template`, sheetName: type, format }, columns, oneRow());
}
