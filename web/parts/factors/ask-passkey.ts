import type { PasskeyAnswer } from '@nimule/core/identity/factors/schema';
import { call } from '../../client/call.ts';

/**
 * Asks the server for a challenge and one of the user's passkeys for its answer.
 * @throws ClientError
 */
export async function askPasskey(): Promise<PasskeyAnswer> {
  // Loaded when a passkey is used.
  const [asked, { answerByPasskey }] = await Promise.all([
    call('askPasskey'),
    import('./passkeys.ts'),
  ]);
  return answerByPasskey(asked);
}
