import { Button, FormGroup, Intent, TextArea } from '@blueprintjs/core';
import {
  foreignCharacters,
  foreignText,
  keptText,
  plainTextOffer,
  smsSize,
} from '@nimule/core/messaging/texts/rules-segments';
import {
  fieldsOf,
  type TemplateField,
  templateProblems,
  worstCaseSize,
} from '@nimule/core/messaging/texts/rules-templates';
import { useRef } from 'react';
import { counted, numberText } from '../../ui/counted.ts';
import { type FieldProps, useField } from '../../ui/form/fields.tsx';
import { Inline } from '../../ui/layout.tsx';
import styles from './message-field.module.css';

interface MessageFieldProps extends FieldProps {
  /** Shown by the counter. */
  maxLength: number;
  /** The fields that the text may have, offered as buttons. */
  fields: readonly TemplateField[];
  rows?: number;
  /** Line breaks are kept. */
  hasLines?: boolean;
  /** An e-mail has no parts, and keeps its lines. */
  isEmail?: boolean;
}

/** A text of a message: counter, parts as SMS, and its fields as buttons that insert them at the cursor. */
export function MessageField(props: MessageFieldProps) {
  const { maxLength, fields, rows = 4, isEmail = false, hasLines = isEmail, ...field } = props;
  const { group, input, intent, set } = useField(field);
  const { ref, value, ...rest } = input;
  const box = useRef<HTMLTextAreaElement>(null);
  // As the server counts.
  const kept = keptText(value, hasLines);
  const characters = [...kept].length;

  const insert = (name: string) => {
    const element = box.current;
    const from = element?.selectionStart ?? value.length;
    const to = element?.selectionEnd ?? value.length;
    const inserted = `{${name}}`;
    set(`${value.slice(0, from)}${inserted}${value.slice(to)}`);
    // After the value has been rendered, which would move the cursor to the end.
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(from + inserted.length, from + inserted.length);
    });
  };

  return (
    <FormGroup {...group}>
      <TextArea
        {...rest}
        value={value}
        inputRef={(element: HTMLTextAreaElement | null) => {
          box.current = element;
          ref(element);
        }}
        intent={characters > maxLength ? Intent.DANGER : intent}
        rows={rows}
        fill
        dir="auto"
        placeholder={props.placeholder ?? ''}
      />
      {fields.length > 0 && (
        <div className={styles.fields}>
          <span className="quiet">Insert:</span>
          {fields.map(({ name, meaning }) => (
            <Button
              key={name}
              size="small"
              title={meaning}
              aria-label={`Insert {${name}}: ${meaning}`}
              disabled={input.disabled}
              onClick={() => insert(name)}
            >
              {`{${name}}`}
            </Button>
          ))}
        </div>
      )}
      <div className={styles.size}>
        <span className={characters > maxLength ? styles.tooLong : 'numeric'}>
          {numberText(characters)} of {numberText(maxLength)} characters
        </span>
        {!isEmail && (
          <Parts text={kept} fields={fields} hasError={input['aria-invalid']} onReplace={set} />
        )}
      </div>
    </FormGroup>
  );
}

/** As many as fit on a line or two. */
const SHOWN = 5;

interface PartsProps {
  text: string;
  fields: readonly TemplateField[];
  /** The error below the field states the problem already. */
  hasError: boolean;
  onReplace: (text: string) => void;
}

/** How a text is sent as SMS, what makes it need Unicode, and the first problem of its fields. */
function Parts({ text, fields, hasError, onReplace }: PartsProps) {
  if (text === '') return null;
  const [problem] = templateProblems(text, fields);
  if (problem) return hasError ? null : <span className={styles.problem}>{problem.message}</span>;
  const hasFields = fieldsOf(text).length > 0;
  const { parts, encoding } = hasFields ? worstCaseSize(text, fields) : smsSize(text);
  const unusual = foreignCharacters(text, SHOWN);
  const offer = plainTextOffer(text);
  return (
    <>
      <span className="numeric">
        {counted(parts, 'part')}
        {hasFields && ' with the longest values'}
      </span>
      {encoding === 'ucs2' && (
        <Inline>
          <span>
            These characters make it Unicode, which has 70 characters a part:{' '}
            {unusual.map(foreignText).join(', ')}
            {unusual.length === SHOWN && ' …'}
          </span>
          {offer !== undefined && (
            <Button size="small" onClick={() => onReplace(offer)}>
              Use plain characters
            </Button>
          )}
        </Inline>
      )}
    </>
  );
}
