const FAILED = 'Payment failed. Please try again.';

/** What the page says when a payment has failed: the specification's sentence, and the reason where there is one. */
export function failureWords(message: string) {
  const reason = message.replace(FAILED, '').trim();
  return (
    <>
      <p>{FAILED}</p>
      {reason !== '' && <p>{reason}</p>}
    </>
  );
}
