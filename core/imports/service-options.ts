import { importTables } from './importers/service.ts';
import { replacementOption } from './reading/rules-cells.ts';
import type { Reason } from './schema-centre.ts';
import type { BuiltImportType } from './schema-types.ts';

/** What the shell adds to the reason of refused rows: the option that replaces the text of their cells; else ''. */
export function mendingOption(
  type: BuiltImportType,
  { field, text, isRefusal }: Pick<Reason, 'field' | 'text' | 'isRefusal'>,
): string {
  const found = importTables[type].fields.find(({ name }) => name === field);
  return found && isRefusal && text !== null ? replacementOption(found, text) : '';
}
