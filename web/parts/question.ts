import { ClientError } from '../client/errors.ts';
import { useConfirmation } from '../ui/overlay/confirmation.tsx';

/** What the server asks about with a conflict of this code; the call is repeated with the confirmed input. */
export interface Question<Input> {
  code: string;
  title: string;
  /** Verb and object. */
  confirmLabel: string;
  confirmed: (input: Input) => Input;
}

/** Sends the input of a form, again with the confirmed one after the question. Render `dialog` next to the form. */
export function useQuestion<Input>(question: Question<Input> | undefined) {
  const { ask, dialog } = useConfirmation();
  const isAsked = (cause: unknown): cause is ClientError =>
    question !== undefined && cause instanceof ClientError && cause.code === question.code;
  const sendAsked = async <Answer>(
    run: (input: Input) => Promise<Answer>,
    input: Input,
  ): Promise<Answer> => {
    try {
      return await run(input);
    } catch (cause) {
      if (!question || !isAsked(cause)) throw cause;
      const { title, confirmLabel } = question;
      await ask({ title, confirmLabel, text: cause.message, destructive: false });
      return run(question.confirmed(input));
    }
  };
  return { isAsked, sendAsked, dialog };
}
