import { existsSync, readFileSync } from 'node:fs';

let passwords: ReadonlySet<string> | undefined;

/**
 * The most used passwords, in lower case and of any length; `passwords/service.ts` compares passwords with them.
 * Read from `common-passwords.txt` on first use and kept in memory.
 * @throws Error if the file is missing.
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

/** In the source tree the file is next to this one; in dist it is in the folder of the package. */
function listFile(): URL {
  for (const place of ['./common-passwords.txt', '../../identity/common-passwords.txt']) {
    const file = new URL(place, import.meta.url);
    if (existsSync(file)) return file;
  }
  throw new Error('the list of common passwords is missing from this installation');
}
