/** The one error class of the product. Its kind decides the HTTP status, the exit code and the screen's reaction. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'timeout'
  | 'conflict'
  | 'tooLarge'
  | 'unsupported'
  | 'tooMany'
  | 'rule'
  | 'unavailable';

/** Kind → HTTP status and exit code of the shell (architecture, Errors). */
export const errorTable = {
  invalid: { http: 400, exit: 2 },
  unauthenticated: { http: 401, exit: 3 },
  forbidden: { http: 403, exit: 4 },
  notFound: { http: 404, exit: 5 },
  timeout: { http: 408, exit: 8 },
  conflict: { http: 409, exit: 6 },
  tooLarge: { http: 413, exit: 2 },
  unsupported: { http: 415, exit: 2 },
  tooMany: { http: 429, exit: 8 },
  rule: { http: 422, exit: 7 },
  unavailable: { http: 503, exit: 8 },
} as const satisfies Record<ErrorKind, { http: number; exit: number }>;

export type FieldErrors = Record<string, string>;

export interface ErrorBody {
  code: string;
  message: string;
  fields?: FieldErrors;
}

interface ErrorOptions {
  fields?: FieldErrors;
  cause?: unknown;
  /** Seconds after which a retry makes sense (sent as Retry-After). */
  retryAfter?: number;
}

export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly fields: FieldErrors | undefined;
  readonly retryAfter: number | undefined;

  constructor(kind: ErrorKind, code: string, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.code = code;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
  }

  toBody(): ErrorBody {
    return this.fields
      ? { code: this.code, message: this.message, fields: this.fields }
      : { code: this.code, message: this.message };
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError;
}

/** A noun as the prefix of error codes: 'Billing run' is `billingRun`. */
export function codeOf(noun: string): string {
  return noun.toLowerCase().replace(/[ -]+(.)/g, (_, letter: string) => letter.toUpperCase());
}

export function notFound(noun: string, id: string | number): never {
  throw new AppError('notFound', `${codeOf(noun)}.notFound`, `${noun} ${id} was not found.`);
}

/** The error that a violated database constraint is reported as. */
export interface ConstraintError {
  kind: ErrorKind;
  code: string;
  message: string;
  /** The field that also shows the message. */
  field?: string;
}

/** By constraint name. A constraint that is not listed is an internal error (500). */
export type ConstraintErrors = Readonly<Record<string, ConstraintError>>;

export function invalidField(field: string, message: string): never {
  throw new AppError('invalid', 'input.invalid', message, { fields: { [field]: message } });
}

export function breaksRule(code: string, message: string, fields?: FieldErrors): never {
  throw new AppError('rule', code, message, fields ? { fields } : {});
}

export function conflicts(code: string, message: string, fields?: FieldErrors): never {
  throw new AppError('conflict', code, message, fields ? { fields } : {});
}
