// A header cannot hold them, a disk should not, and direction marks would make a name read as another.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const UNSAFE_IN_NAMES = /[\u0000-\u001F\u007F"\\/:*?<>|\u202A-\u202E\u2066-\u2069]/g;

/** A name under which a file can be saved anywhere: of a download and of a mail's attachment alike. */
export function safeFileName(name: string): string {
  return name.toWellFormed().replace(UNSAFE_IN_NAMES, '_');
}
