import { ImportIcon } from '@blueprintjs/icons';
import { type BuiltImportType, mayImport } from '@nimule/core/imports/schema-types';
import { paths } from '../app/paths.ts';
import { useMay } from '../ui/allowed.tsx';
import { LinkButton } from '../ui/link-button.tsx';

/** Leads to the import of a kind of file; not shown to whom the server refuses that import. */
export function ImportLink({ type, children }: { type: BuiltImportType; children: string }) {
  return (
    mayImport(useMay(), type) && (
      <LinkButton to={paths.importOf(type)} icon={<ImportIcon />}>
        {children}
      </LinkButton>
    )
  );
}
