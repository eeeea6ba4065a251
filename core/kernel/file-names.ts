// Control characters are invalid in headers and file names; direction marks can disguise a name.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
const UNSAFE_IN_NAMES = /[\u0000-\u001F\u007F"\\/:*?<>|\u202A-\u202E\u2066-\u2069]/g;

/** A name that is valid on every file system, for downloads and mail attachments. */
export function safeFileName(name: string): string {
  return name.toWellFormed().replace(UNSAFE_IN_NAMES, '_');
}
