const MASK = '•••';
/** A secret as long as this is masked within words too; a shorter one may be a part of any word. */
const LONG = 8;

const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/**
 * Replaces secrets in a text that a server or the system has made, which may repeat what it was sent. A short secret is
 * replaced where it stands alone, so that a password of one letter does not make the text unreadable.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter(Boolean).reduce(maskOne, text);
}

function maskOne(text: string, secret: string): string {
  if (secret.length >= LONG) return text.replaceAll(secret, MASK);
  let masked = '';
  let from = 0;
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, from)) {
    const end = at + secret.length;
    const isWithin =
      (isWordCharacter(secret[0]) && isWordCharacter(text[at - 1])) ||
      (isWordCharacter(secret.at(-1)) && isWordCharacter(text[end]));
    masked += text.slice(from, at) + (isWithin ? secret : MASK);
    from = end;
  }
  return masked + text.slice(from);
}
