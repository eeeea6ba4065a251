import type { IncomingMessage } from 'node:http';
import { AppError } from '@nimule/core/kernel/errors';
import { brokenUpload } from './errors.ts';

/*
 * Forms (multipart/form-data, RFC 7578) are read here and not by a package: those at hand go on parsing what has arrived
 * after their first error, and need seconds of the event loop for 2 MB of empty parts. Here the bytes are pulled, so none
 * is looked at after a refusal.
 */

/** A body that is read piece by piece. */
export interface Body {
  /** The next bytes; undefined at the end. Throws what ended the body before its end. */
  next(): Promise<Buffer | undefined>;
}

export interface FormLimits {
  /** Of the whole body, in bytes. */
  formBytes: number;
  fileBytes: number;
  fields: number;
  fieldBytes: number;
}

export interface FileSink {
  /** Writes the content of a file. It is read to its end, or not at all any more. */
  keep(name: string, filename: string, content: AsyncIterable<Buffer>): Promise<void>;
}

const MAX_BOUNDARY = 70;
/** Of all parts together; a browser sends about 150 bytes for each. */
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_NAME = 100;
const CRLF = '\r\n';
const END_OF_HEADERS = Buffer.from(CRLF + CRLF);
const LINE_END = Buffer.from(CRLF);

/**
 * The boundary between the parts of a form, by its Content-Type.
 * @throws AppError invalid without one, or for one that is longer than RFC 2046 allows.
 */
export function boundaryOf(contentType: string): string {
  const match = /;[ \t]?boundary=(?:"([^"]{1,71})"|([^\s;,"]{1,71}))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2] ?? '';
  if (boundary === '' || boundary.length > MAX_BOUNDARY)
    throw new AppError('invalid', 'upload.boundary', 'The form names no boundary of its parts.');
  return boundary;
}

/** Whether the sender has gone. A request that ended before somebody listened sends no 'close' any more. */
function isGone({ destroyed, socket }: IncomingMessage): boolean {
  return destroyed || socket.destroyed;
}

/** The body of a request, which stays open for an answer whatever happens to it. `stop` discards what has
 * arrived. */
export function bodyOf(request: IncomingMessage): Body & { stop(): void } {
  let failure: Error | undefined;
  let wake = () => {};
  const fail = (error: Error) => {
    failure ??= error instanceof AppError ? error : brokenUpload();
    wake();
  };
  const close = () => {
    if (!request.readableEnded) fail(brokenUpload());
  };
  request.on('error', fail).on('close', close);
  return {
    async next() {
      for (;;) {
        if (failure) throw failure;
        const chunk: Buffer | null = request.read();
        if (chunk !== null) return chunk;
        if (request.readableEnded) return undefined;
        if (isGone(request)) throw brokenUpload();
        await new Promise<void>((resolve) => {
          wake = resolve;
          request.once('readable', resolve).once('end', resolve);
        });
        request.off('readable', wake).off('end', wake);
      }
    },
    stop() {
      request.off('close', close);
      // Of a body that is still arriving nothing more is taken before the answer is on its way (bodies.ts).
      if (request.complete) request.resume();
    },
  };
}

/**
 * Reads a form with at most one file, which is passed to `sink` while it arrives. Answers its other fields; of two with the
 * same name the last.
 * @throws AppError tooLarge above a limit or for a second file, invalid for anything that is no form; nothing of the body
 *   is read after that.
 */
export async function readForm(
  body: Body,
  boundary: string,
  limits: FormLimits,
  sink: FileSink,
): Promise<Map<string, string>> {
  const reader = new Reader(body, boundary, limits.formBytes);
  const fields = new Map<string, string>();
  let files = 0;
  let others = 0;
  await reader.skipToFirst();
  while (await reader.hasPart()) {
    const { name, filename } = await reader.header();
    if (filename !== undefined) {
      files += 1;
      if (files > 1) throw new AppError('tooLarge', 'upload.files', 'Send one file at a time.');
      await sink.keep(name, filename, limited(reader.content(), limits.fileBytes, fileTooLarge));
      await reader.assertRead();
    } else {
      others += 1;
      if (others > limits.fields) throw tooManyFields();
      const tooLong = () =>
        new AppError('tooLarge', 'upload.fields', `The field ${name} is too long.`);
      const parts: Buffer[] = [];
      for await (const bytes of limited(reader.content(), limits.fieldBytes, tooLong))
        parts.push(bytes);
      fields.set(name, Buffer.concat(parts).toString('utf8'));
    }
  }
  await reader.skipRest();
  return fields;
}

export function fileTooLarge(): AppError {
  return new AppError('tooLarge', 'upload.tooLarge', 'The file is larger than 50 MB.');
}

function tooManyFields(): AppError {
  return new AppError('tooLarge', 'upload.fields', 'The form has too many fields.');
}

async function* limited(
  content: AsyncIterable<Buffer>,
  maximum: number,
  tooLarge: () => AppError,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const bytes of content) {
    size += bytes.length;
    if (size > maximum) throw tooLarge();
    yield bytes;
  }
}

class Reader {
  readonly #body: Body;
  readonly #delimiter: Buffer;
  readonly #maximum: number;
  #received = 0;
  #headerBytes = 0;
  /** Bytes that have arrived and were not read. The first delimiter may lack the line end before it. */
  #held: Buffer = LINE_END;
  #isContentOpen = false;

  constructor(body: Body, boundary: string, maximum: number) {
    this.#body = body;
    this.#delimiter = Buffer.from(`${CRLF}--${boundary}`);
    this.#maximum = maximum;
  }

  /** Waits for more bytes. @throws AppError invalid at the end of the body, tooLarge above its limit. */
  async #more(): Promise<void> {
    const chunk = await this.#body.next();
    if (chunk === undefined) throw brokenUpload();
    this.#count(chunk);
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
  }

  #count(chunk: Buffer): void {
    this.#received += chunk.length;
    if (this.#received > this.#maximum) throw fileTooLarge();
  }

  /** Of what may stand before the first part, only an empty line is in use. */
  async skipToFirst(): Promise<void> {
    const longest = this.#delimiter.length + LINE_END.length;
    while (this.#held.length < longest) await this.#more();
    const at = this.#held.subarray(0, longest).indexOf(this.#delimiter);
    if (at < 0) throw brokenUpload();
    this.#held = this.#held.subarray(at + this.#delimiter.length);
  }

  /** Whether a part follows a delimiter, or the end of the form. */
  async hasPart(): Promise<boolean> {
    while (this.#held.length < 2) await this.#more();
    const next = this.#held.toString('latin1', 0, 2);
    this.#held = this.#held.subarray(2);
    if (next === '--') return false;
    if (next !== CRLF) throw brokenUpload();
    return true;
  }

  async header(): Promise<{ name: string; filename: string | undefined }> {
    let end = this.#held.indexOf(END_OF_HEADERS);
    while (end < 0 && this.#headerBytes + this.#held.length <= MAX_HEADER_BYTES) {
      await this.#more();
      end = this.#held.indexOf(END_OF_HEADERS);
    }
    this.#headerBytes += end;
    if (end < 0 || this.#headerBytes > MAX_HEADER_BYTES) throw brokenUpload();
    const header = partOf(this.#held.toString('utf8', 0, end));
    // An empty content begins with its delimiter, whose line end is the one of the headers.
    this.#held = this.#held.subarray(end + LINE_END.length);
    return header;
  }

  /** The content of the part whose header was read, up to its delimiter. */
  async *content(): AsyncGenerator<Buffer> {
    this.#isContentOpen = true;
    const length = this.#delimiter.length;
    while (this.#held.length < length) await this.#more();
    if (this.#held.indexOf(this.#delimiter) === 0) {
      this.#close(0);
      return;
    }
    this.#held = this.#held.subarray(LINE_END.length);
    for (;;) {
      const at = this.#held.indexOf(this.#delimiter);
      // The last bytes may be the beginning of the delimiter.
      const sure = at < 0 ? this.#held.length - length + 1 : at;
      if (sure > 0) yield this.#held.subarray(0, sure);
      if (at >= 0) {
        this.#close(at);
        return;
      }
      if (sure > 0) this.#held = this.#held.subarray(sure);
      await this.#more();
    }
  }

  #close(at: number): void {
    this.#held = this.#held.subarray(at + this.#delimiter.length);
    this.#isContentOpen = false;
  }

  /** A sink that stops early would leave content to be read as the next part. */
  assertRead(): void {
    if (this.#isContentOpen) throw brokenUpload();
  }

  /** What follows the form is counted and dropped. */
  async skipRest(): Promise<void> {
    for (;;) {
      const chunk = await this.#body.next();
      if (chunk === undefined) return;
      this.#count(chunk);
    }
  }
}

const DISPOSITION = /^content-disposition:[ \t]*form-data[ \t]*;/i;
const OCTETS = /^content-type:[ \t]*application\/octet-stream[ \t]*(?:;|$)/i;

/** The name of a part, and of its file. @throws AppError invalid for a part that is no field. */
function partOf(header: string): { name: string; filename: string | undefined } {
  const lines = header.split(CRLF);
  const disposition = lines.find((line) => DISPOSITION.test(line));
  if (disposition === undefined) throw brokenUpload();
  const parameters = parametersOf(disposition);
  const name = parameters.get('name');
  if (name === undefined) throw brokenUpload();
  if (name.length > MAX_NAME || name in Object.prototype || /[\r\n]/.test(name))
    throw new AppError(
      'invalid',
      'upload.field',
      'The form has a field with a name that is not allowed.',
    );
  const filename = parameters.get('filename*') ?? parameters.get('filename');
  const isFile = filename !== undefined || lines.some((line) => OCTETS.test(line));
  return { name, filename: isFile ? (filename ?? '') : undefined };
}

/** One after the other: the first that cannot be read ends the list. */
const PARAMETER = /[ \t]{0,9};[ \t]{0,9}([\w*-]{1,20})=(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))/gy;

/** The parameters of a header's value, decoded. */
function parametersOf(value: string): Map<string, string> {
  const found = new Map<string, string>();
  const list = value.slice(value.indexOf(';'));
  for (const [, name = '', quoted, bare = ''] of list.matchAll(PARAMETER)) {
    const text = quoted === undefined ? bare : unescaped(quoted);
    const decoded = name.endsWith('*') ? decodedOf(text) : text;
    if (decoded !== undefined) found.set(name.toLowerCase(), decoded);
  }
  return found;
}

/** Programs escape a quote as \" or, as browsers do, as %22; a single backslash belongs to a path of Windows. */
function unescaped(text: string): string {
  return text.replace(/\\(["\\])/g, '$1').replace(/%22/g, '"');
}

/** `UTF-8''na%C3%AFve.csv` (RFC 5987). */
function decodedOf(text: string): string | undefined {
  const [charset = '', , coded] = text.split("'", 3);
  if (charset.toLowerCase() !== 'utf-8' || coded === undefined) return undefined;
  try {
    return decodeURIComponent(coded);
  } catch {
    return undefined;
  }
}
