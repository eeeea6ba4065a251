import { REFERENCE_USED } from '@nimule/core/accounting/schema-money';

interface AskedAbout {
  /** The code of the conflict. */
  code: string;
  title: string;
  confirmLabel: string;
  /** The field of the body that says yes. */
  answer: string;
}

/** A question of the server that a field of the body answers, for `RecordForm`. */
export function questionOf({ answer, ...asked }: AskedAbout) {
  return {
    ...asked,
    confirmed: <Input>(input: Input): Input => {
      const { body } = input as { body: object };
      return { ...input, body: { ...body, [answer]: true } };
    },
  };
}

/** The question about a reference that another payment has (decision 66). */
export function sameReferenceQuestion(confirmLabel: string) {
  return questionOf({
    ...{ code: REFERENCE_USED, answer: 'sameReference', confirmLabel },
    title: 'The reference is used already',
  });
}
