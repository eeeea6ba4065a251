import { Button, Tag } from '@blueprintjs/core';
import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons';
import type { ImportPreview, ImportSettings } from '@nimule/core/imports/schema-centre';
import { useId, useState } from 'react';
import { useMedia } from '../../../ui/media.ts';
import { fieldLabel } from '../import-words.ts';
import { choiceOf, titled, withChoice } from './column-choice.ts';
import { FieldRow } from './field-row.tsx';
import styles from './mapping.module.css';
import panel from './panel.module.css';

/** Where the mapping stands above the grid; beside it on wider screens. */
const STACKED = '(max-width: 1100px)';

interface MappingPanelProps {
  preview: ImportPreview;
  settings: ImportSettings;
  onChange: (settings: ImportSettings) => void;
}

const origins: Readonly<Record<ImportPreview['settingsFrom'], string>> = {
  given: 'As chosen here',
  saved: 'As chosen for the last file with these columns',
  source: 'The ready mapping of this system',
  suggested: 'Suggested by the column titles',
};

/** Which column of the file feeds which field. */
export function MappingPanel({ preview, settings, onChange }: MappingPanelProps) {
  const { fields, missing, unused, settingsFrom } = preview;
  const headers = titled(preview.headers);
  const isStacked = useMedia(STACKED);
  const [isOpen, setOpen] = useState(missing.length > 0);
  const headingId = useId();
  const bodyId = useId();
  const isShown = !isStacked || isOpen;
  const mapped = fields.filter(({ columns, constant }) => columns.length > 0 || constant !== null);
  return (
    <section className={panel.panel} aria-labelledby={headingId}>
      <header className={panel.head}>
        <h2 id={headingId} className={panel.title}>
          Columns
        </h2>
        <span className="quiet">
          {mapped.length} of {fields.length} fields
        </span>
        {missing.length > 0 && (
          <Tag minimal intent="danger">
            {missing.length} missing
          </Tag>
        )}
        {isStacked && (
          <Button
            size="small"
            className={panel.action ?? ''}
            aria-expanded={isOpen}
            aria-controls={bodyId}
            icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Change'}
          </Button>
        )}
      </header>
      <div id={bodyId} hidden={!isShown}>
        <p className={styles.origin}>{origins[settingsFrom]}.</p>
        <ul className={styles.fields}>
          {fields.map((field) => (
            <FieldRow
              key={field.field}
              field={field}
              headers={headers}
              isMissing={missing.includes(field.field)}
              choice={choiceOf(field, settings, headers)}
              onChoose={(choice) => onChange(withChoice(settings, field.field, choice))}
            />
          ))}
        </ul>
        {unused.length > 0 && (
          <p className={styles.unused}>
            <strong>Not read:</strong> {unused.join(', ')}
          </p>
        )}
      </div>
      {!isShown && missing.length > 0 && (
        <p className={styles.unused}>Choose a column for {missing.map(fieldLabel).join(', ')}.</p>
      )}
    </section>
  );
}
