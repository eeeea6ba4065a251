import { type FileHandle, open } from 'node:fs/promises';
import { brokenBackup } from './manifest.ts';

/** A part of a dump: a statement of SQL, or the rows of a COPY as a range of bytes. */
export type Part =
  | { kind: 'statement'; text: string }
  | { kind: 'rows'; header: string; from: number; to: number };

const CHUNK = 1024 * 1024;
/** The longest statement of our schema has a few KB. */
const LONGEST_STATEMENT = 256 * 1024;
const NEWLINE = 10;
const END_OF_ROWS = Buffer.from('\n\\.\n');
const FIRST_END_OF_ROWS = Buffer.from('\\.\n');
const COPY_HEADER = /^COPY [^;]+ FROM stdin;\n$/;
/** pg_dump writes them since 2025 around its output; the token has letters and digits alone. */
const RESTRICT = /^\\(?:un)?restrict [A-Za-z0-9]{1,100}\n$/;

/**
 * Reads the parts of a plain SQL dump up to `end`, with bounded memory. Comments and blank lines are left out.
 * @throws AppError rule `backup.broken` for what pg_dump does not write: commands of psql, statements without end.
 */
export async function* readParts(path: string, end: number): AsyncGenerator<Part> {
  const file = await open(path, 'r');
  try {
    const lines = new LineReader(file, end);
    let statement = '';
    let lexer = new Lexer();
    for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
      if (statement === '') {
        if (line === '\n' || line.startsWith('--') || RESTRICT.test(line)) continue;
        if (COPY_HEADER.test(line)) {
          const from = lines.position;
          yield { kind: 'rows', header: line.trimEnd(), from, to: await lines.skipRows() };
          continue;
        }
      }
      statement += line;
      if (statement.length > LONGEST_STATEMENT) {
        throw brokenBackup('it holds a statement that is too long.');
      }
      if (lexer.read(line)) {
        yield { kind: 'statement', text: statement.trimEnd() };
        statement = '';
        lexer = new Lexer();
      }
    }
    if (statement !== '') throw brokenBackup('its last statement has no end.');
  } finally {
    await file.close();
  }
}

/** Lines of a file with their positions. */
class LineReader {
  readonly #file: FileHandle;
  readonly #end: number;
  /** Used again for each part of the file, so that a large file leaves no garbage. */
  readonly #storage = Buffer.allocUnsafe(LONGEST_STATEMENT + CHUNK);
  /** The part of the storage that is filled. */
  #buffer: Buffer<ArrayBufferLike> = this.#storage.subarray(0, 0);
  /** Position of the buffer's first byte in the file. */
  #start = 0;
  #offset = 0;

  constructor(file: FileHandle, end: number) {
    this.#file = file;
    this.#end = end;
  }

  /** Of the next byte. */
  get position(): number {
    return this.#start + this.#offset;
  }

  /** The next line with its line end; undefined at the end. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const index = this.#buffer.indexOf(NEWLINE, this.#offset);
      if (index >= 0) {
        const line = this.#buffer.toString('utf8', this.#offset, index + 1);
        this.#offset = index + 1;
        return line;
      }
      if (this.#buffer.length - this.#offset > LONGEST_STATEMENT) {
        throw brokenBackup('it holds a line that is too long.');
      }
      if (!(await this.#more(this.#offset))) {
        if (this.#offset < this.#buffer.length) throw brokenBackup('its last line has no end.');
        return undefined;
      }
    }
  }

  /** Moves past the rows of a COPY and the line that ends them, and returns where the rows end. */
  async skipRows(): Promise<number> {
    while (this.#buffer.length - this.#offset < FIRST_END_OF_ROWS.length) {
      if (!(await this.#more(this.#offset))) throw brokenBackup('the rows of a table have no end.');
    }
    if (
      this.#buffer
        .subarray(this.#offset, this.#offset + FIRST_END_OF_ROWS.length)
        .equals(FIRST_END_OF_ROWS)
    ) {
      this.#offset += FIRST_END_OF_ROWS.length;
      return this.position - FIRST_END_OF_ROWS.length;
    }
    for (;;) {
      const index = this.#buffer.indexOf(END_OF_ROWS, this.#offset);
      if (index >= 0) {
        this.#offset = index + END_OF_ROWS.length;
        return this.#start + index + 1;
      }
      // The end may begin within the last bytes.
      const keep = Math.max(this.#offset, this.#buffer.length - END_OF_ROWS.length);
      if (!(await this.#more(keep))) throw brokenBackup('the rows of a table have no end.');
    }
  }

  /** Reads on, keeping the bytes from `keep`, LONGEST_STATEMENT at most. False at the end. */
  async #more(keep: number): Promise<boolean> {
    const at = this.#start + this.#buffer.length;
    const length = Math.min(CHUNK, this.#end - at);
    if (length <= 0) return false;
    const kept = this.#buffer.length - keep;
    this.#storage.copyWithin(0, keep, this.#buffer.length);
    const { bytesRead } = await this.#file.read(this.#storage, kept, length, at);
    this.#buffer = this.#storage.subarray(0, kept + bytesRead);
    this.#start += keep;
    this.#offset = Math.max(0, this.#offset - keep);
    return bytesRead > 0;
  }
}

/** Finds the end of a statement: a semicolon outside quotes, parentheses apart, at the end of a line. */
class Lexer {
  /** The quote that is open: ' or " or a dollar quote such as $$ or $body$. */
  #quote = '';

  /** Reads a line; true when the statement ends with it. */
  read(line: string): boolean {
    let at = 0;
    while (at < line.length) {
      if (this.#quote) {
        const close = line.indexOf(this.#quote, at);
        if (close < 0) return false;
        at = close + this.#quote.length;
        this.#quote = '';
        continue;
      }
      const character = line[at]!;
      if (character === "'" || character === '"') this.#quote = character;
      else if (character === '$') this.#quote = dollarQuote(line, at);
      else if (character === '\\') throw brokenBackup('it holds a command of psql.');
      else if (character === ';') {
        if (line.slice(at + 1).trim() !== '') {
          throw brokenBackup('it holds two statements on one line.');
        }
        return true;
      }
      at += this.#quote.length || 1;
    }
    return false;
  }
}

/** The dollar quote that begins at this place, or an empty text. */
function dollarQuote(line: string, at: number): string {
  return /^\$(?:[A-Za-z_]\w{0,62})?\$/.exec(line.slice(at, at + 66))?.[0] ?? '';
}
