/** Asks the user for the password or a second factor and sends it; answers whether the session is confirmed now. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** What asks the user where the server wants a session confirmed again. Answers a function that ends this. */
export function onConfirmationNeeded(asks: Ask): () => void {
  ask = asks;
  return () => {
    if (ask === asks) ask = undefined;
  };
}

/**
 * Whether the user has confirmed the session again (decision 128). Calls that are refused meanwhile wait for the same answer;
 * the answer is no where nothing can ask, or what asks could not be loaded.
 */
export function confirmAgain(): Promise<boolean> {
  if (!ask) return Promise.resolve(false);
  asking ??= ask()
    .catch(() => false)
    .finally(() => {
      asking = undefined;
    });
  return asking;
}
