import { FormGroup, HTMLSelect, TagInput } from '@blueprintjs/core';
import { MAX_RECIPIENTS } from '@nimule/core/reports/schedules/schema';
import { type KeyboardEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useRead } from '../../../client/use-read.ts';
import { useField } from '../../../ui/form/fields.tsx';

const LABEL = 'Send to';
const SEPARATORS = /[,;\s]+/;

function added(to: readonly string[], more: readonly string[]): string[] {
  const known = new Set(to.map((address) => address.toLowerCase()));
  return [...to, ...more.filter((address) => !known.has(address.toLowerCase()))];
}

/** E-mail addresses: typed, pasted, or chosen from the users of the company. */
export function RecipientsField({ name }: { name: string }) {
  const { group, input, intent, set } = useField({
    name,
    label: LABEL,
    help: `At most ${MAX_RECIPIENTS} e-mail addresses. Press Enter after each.`,
  });
  const to = (useWatch({ name }) || []) as readonly string[];
  const staff = useRead('listReportRecipients').data ?? [];
  const [text, setText] = useState('');
  const add = (more: readonly string[]) => {
    if (more.length > 0) set(added(to, more));
    setText('');
  };
  const chosen = new Set(to.map((address) => address.toLowerCase()));
  const others = staff.filter(({ email }) => !chosen.has(email.toLowerCase()));
  return (
    <>
      <FormGroup {...group}>
        <TagInput
          fill
          addOnPaste
          separator={SEPARATORS}
          values={to}
          inputValue={text}
          onInputChange={({ currentTarget }) => setText(currentTarget.value)}
          disabled={input.disabled}
          intent={intent}
          inputRef={input.ref}
          tagProps={{ minimal: true }}
          inputProps={{
            id: input.id,
            name,
            inputMode: 'email',
            autoComplete: 'off',
            // Not TagInput's addOnBlur, which comes after the click that submits the form.
            onBlur: () => {
              add(text.split(SEPARATORS).filter(Boolean));
              input.onBlur();
            },
            'aria-invalid': input['aria-invalid'],
            'aria-required': input['aria-required'],
            'aria-describedby': input['aria-describedby'],
            // Enter adds the typed address, and does not submit the form.
            onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
              if (event.key === 'Enter' && event.currentTarget.value.trim() !== '')
                event.preventDefault();
            },
          }}
          onAdd={(more) => add(more)}
          onRemove={(_, at) => set(to.filter((_address, place) => place !== at))}
        />
      </FormGroup>
      {others.length > 0 && (
        <FormGroup label="Add a colleague" labelFor={`${input.id}-staff`}>
          <HTMLSelect
            id={`${input.id}-staff`}
            fill
            value=""
            disabled={input.disabled}
            options={[
              { value: '', label: 'Choose a user' },
              ...others.map(({ name: of, email }) => ({ value: email, label: `${of}, ${email}` })),
            ]}
            onChange={({ target }) => target.value !== '' && set(added(to, [target.value]))}
          />
        </FormGroup>
      )}
    </>
  );
}
