import { builtImportTypes } from '@nimule/core/imports/schema-types';
import { useMay } from '../../ui/allowed.tsx';
import { permissionFor } from './import-words.ts';

/** Whether the user may import any type of file; only then can the server be asked for previews and imports. */
export function useMayImport(): boolean {
  const may = useMay();
  return builtImportTypes.some((type) => may(permissionFor(type)));
}
