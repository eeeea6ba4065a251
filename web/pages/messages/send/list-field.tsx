import { FileInput, FormGroup } from '@blueprintjs/core';
import { parseList } from '@nimule/core/messaging/recipients/rules-list';
import { MAX_LIST } from '@nimule/core/messaging/schema';
import { useId, useMemo, useState } from 'react';
import { counted, numberText } from '../../../ui/counted.ts';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useFormDisabled, useSetFields } from '../../../ui/form/form.tsx';
import styles from '../messages.module.css';

/** As long as a list may be. */
const MAX_BYTES = 1_200_000;

/** Telephone numbers, pasted or read from a text file in the browser. */
export function ListField({ name }: { name: string }) {
  const id = useId();
  const fill = useSetFields();
  const isOff = useFormDisabled();
  const [problem, setProblem] = useState<string>();
  const text = useFieldValue(name);
  const found = useMemo(() => parseList(text), [text]);

  const read = async (file: File | undefined) => {
    setProblem(undefined);
    if (!file) return;
    if (file.size > MAX_BYTES) {
      setProblem(`${file.name} is too large: a list has at most ${numberText(MAX_LIST)} numbers.`);
      return;
    }
    try {
      fill({ [name]: decoded(await file.arrayBuffer()) });
    } catch {
      setProblem(`${file.name} is no text file. Save it as .txt or .csv.`);
    }
  };

  return (
    <div className={styles.list}>
      <TextAreaField
        name={name}
        label="Numbers"
        rows={5}
        placeholder={'0921 234 567\nAchol Deng; 0977 123 456'}
        help={text.trim() === '' ? 'One number a line; a name may stand beside it.' : seenIn(found)}
      />
      <FormGroup
        label="Or a .txt or .csv file"
        labelFor={id}
        helperText={problem}
        intent={problem ? 'danger' : 'none'}
      >
        <FileInput
          fill
          disabled={isOff}
          text="Choose a file…"
          inputProps={{
            id,
            accept: '.txt,.csv,text/plain,text/csv',
            onChange: (event) => {
              const { files } = event.currentTarget;
              read(files?.[0]).catch(reportError);
              // So that the same file can be chosen again after it was corrected.
              event.currentTarget.value = '';
            },
          }}
        />
      </FormGroup>
    </div>
  );
}

function seenIn({ numbers, unusable, doubles }: ReturnType<typeof parseList>): string {
  const left = [
    ...(unusable.length > 0 ? [`${numberText(unusable.length)} not usable`] : []),
    ...(doubles.length > 0 ? [`${numberText(doubles.length)} double`] : []),
  ];
  return [counted(numbers.length, 'number'), ...left].join(', ');
}

/** UTF-8, or UTF-16 with its mark, as Excel saves 'Unicode text'. @throws TypeError for other octets. */
function decoded(octets: ArrayBuffer): string {
  const [first, second] = new Uint8Array(octets);
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const label = isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  const text = new TextDecoder(label, { fatal: true }).decode(octets);
  if (text.includes('\0')) throw new TypeError('not a text');
  return text;
}
