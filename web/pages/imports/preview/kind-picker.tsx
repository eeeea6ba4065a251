import { HTMLSelect, Tag } from '@blueprintjs/core';
import { builtImportTypes, mayImport } from '@nimule/core/imports/schema-types';
import { useMay } from '../../../ui/allowed.tsx';
import { type ImportType, typeTitle } from '../import-words.ts';
import { useImportsNavigation } from '../imports-url.ts';

/** As what a file is read, with the other kinds that the user may import: the columns may tell the wrong one. */
export function KindPicker({ fileId, type }: { fileId: number; type: ImportType }) {
  const { toType } = useImportsNavigation();
  const may = useMay();
  const kinds = builtImportTypes.filter((kind) => kind === type || mayImport(may, kind));
  if (kinds.length < 2) return <Tag minimal>{typeTitle(type)}</Tag>;
  return (
    <HTMLSelect
      aria-label="Kind of file"
      value={type}
      options={kinds.map((kind) => ({ value: kind, label: typeTitle(kind) }))}
      onChange={({ currentTarget }) => {
        void toType(currentTarget.value as ImportType, fileId);
      }}
    />
  );
}
