import { FormGroup, HTMLSelect } from '@blueprintjs/core';
import type { Template } from '@nimule/core/messaging/schema';
import { useId, useState } from 'react';
import { useRead } from '../../client/use-read.ts';
import { useFieldValue, useFormDisabled, useSetFields } from '../../ui/form/form.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';

const OFFERED = 200;

interface TemplateChoiceProps {
  /** The field of the form that takes the text. */
  name: string;
  /** Longer templates are shown, but cannot be chosen. */
  maxLength: number;
}

/** Fills the text of a form from a template; asks before it replaces what was typed. */
export function TemplateChoice({ name, maxLength }: TemplateChoiceProps) {
  const { data, error } = useRead('listTemplates', { query: { pageSize: OFFERED } });
  const id = useId();
  const [asked, setAsked] = useState<Template>();
  const typed = useFieldValue(name).trim();
  const isOff = useFormDisabled();
  const fill = useSetFields();
  const templates = data?.rows ?? [];
  const use = ({ text }: Template) => fill({ [name]: text });
  const choose = (id: string) => {
    const chosen = templates.find((template) => String(template.id) === id);
    if (!chosen) return;
    const isTyped = typed !== '' && !templates.some(({ text }) => text === typed);
    if (isTyped) setAsked(chosen);
    else use(chosen);
  };
  const none = error
    ? 'The templates could not be loaded'
    : templates.length === 0
      ? 'No templates yet'
      : 'Choose a template…';
  return (
    <FormGroup label="Template" labelFor={id} disabled={isOff}>
      <HTMLSelect
        id={id}
        fill
        disabled={isOff || templates.length === 0}
        value={templates.find(({ text }) => text === typed)?.id ?? ''}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{none}</option>
        {templates.map((template) => {
          const isLong = [...template.text].length > maxLength;
          return (
            <option key={template.id} value={template.id} disabled={isLong}>
              {isLong ? `${template.name} (longer than ${maxLength} characters)` : template.name}
            </option>
          );
        })}
      </HTMLSelect>
      {asked && (
        <ConfirmDialog
          title="Replace the message?"
          confirmLabel="Replace message"
          onConfirm={async () => use(asked)}
          onClose={() => setAsked(undefined)}
        >
          What you have typed is replaced by the template {asked.name}.
        </ConfirmDialog>
      )}
    </FormGroup>
  );
}
