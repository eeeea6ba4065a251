import { REFERENCE_USED } from '@nimule/core/accounting/schema-money';

/** The question about a reference that another payment has (decision 66), for `RecordForm`. */
export function sameReferenceQuestion(confirmLabel: string) {
  return {
    code: REFERENCE_USED,
    title: 'The reference is used already',
    confirmLabel,
    confirmed: <Input>(input: Input): Input => {
      const { body } = input as { body: object };
      return { ...input, body: { ...body, sameReference: true } };
    },
  };
}
