import { existsSync, readFileSync } from 'node:fs';

let passwords: ReadonlySet<string> | undefined;

/**
 * The most used passwords, in lower case and of any length; `service-passwords.ts` says how a password is compared with
 * them. Read from `common-passwords.txt` when first asked for, and kept.
 * @throws Error where the installation lacks the file.
 */
export function commonPasswords(): ReadonlySet<string> {
  passwords ??= new Set(
    readFileSync(listFile(), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  return passwords;
}

/** From the source tree the file lies beside this one; from dist it is in the folder of the package. */
function listFile(): URL {
  for (const place of ['./common-passwords.txt', '../../identity/common-passwords.txt']) {
    const file = new URL(place, import.meta.url);
    if (existsSync(file)) return file;
  }
  throw new Error('the list of common passwords is missing from this installation');
}
