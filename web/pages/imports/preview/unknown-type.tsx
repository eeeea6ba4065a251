import { Button, Callout } from '@blueprintjs/core';
import { builtImportTypes } from '@nimule/core/imports/schema-types';
import { useMay } from '../../../ui/allowed.tsx';
import { Inline } from '../../../ui/layout.tsx';
import { type ImportType, messageText, permissionFor, typeTitle } from '../import-words.ts';
import { useImportsNavigation } from '../imports-url.ts';
import { draftKeyOf, rememberDraft, rememberedFile } from '../staged-files.ts';
import { NO_SETTINGS } from './column-choice.ts';
import { SheetAndHeader } from './file-options.tsx';
import panel from './panel.module.css';
import styles from './preview.module.css';
import type { Preview } from './use-preview.ts';

interface UnknownTypeProps {
  fileId: number;
  preview: Preview;
  /** The columns do not tell; otherwise the error above says why the file cannot be read. */
  isUnknown: boolean;
}

/**
 * Where the titles of the columns do not tell what a file holds: another sheet or header row to look for the titles in,
 * and the types that the user may import. The sheets are known in the tab that uploaded the file.
 */
export function UnknownType({ fileId, preview, isUnknown }: UnknownTypeProps) {
  const { toType } = useImportsNavigation();
  const may = useMay();
  const types = builtImportTypes.filter((type) => may(permissionFor(type)));
  const settings = preview.settings ?? NO_SETTINGS;
  const sheets = rememberedFile(fileId)?.sheets ?? [];
  const readAs = (type: ImportType) => {
    // The chosen sheet and header row hold for the type too.
    if (preview.settings) rememberDraft(draftKeyOf(fileId, type), preview.settings);
    void toType(type, fileId);
  };
  const told = preview.error && messageText(preview.error.message);
  return (
    <>
      <div>
        <h2 className={panel.title}>What does the file hold?</h2>
        {isUnknown && told && <p className="quiet">{told}</p>}
      </div>
      <div className={styles.bar}>
        <div className={styles.options}>
          <SheetAndHeader
            sheets={sheets}
            sheet={settings.sheet ?? sheets[0] ?? ''}
            headerRow={settings.headerRow}
            settings={settings}
            onChange={preview.change}
          />
        </div>
      </div>
      <Callout compact>
        <Inline>
          {types.map((type) => (
            <Button key={type} size="small" onClick={() => readAs(type)}>
              {typeTitle(type)}
            </Button>
          ))}
        </Inline>
      </Callout>
    </>
  );
}
