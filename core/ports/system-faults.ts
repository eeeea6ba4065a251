import { AppError } from '../kernel/errors.ts';

const reasons: Record<string, readonly [code: string, message: string]> = {
  ENOSPC: ['disk.full', "The server's disk is full. Make room, then try again."],
  EDQUOT: ['disk.full', "The server's disk quota is used up. Make room, then try again."],
  EROFS: ['disk.readOnly', "The server's disk can only be read. Make it writable, then try again."],
  EIO: ['disk.broken', "The server's disk does not answer. It may be broken."],
  EMFILE: ['system.files', 'The server has too many files open. Raise its limit, LimitNOFILE.'],
  ENFILE: ['system.files', 'The system has too many files open. Raise its limit, fs.file-max.'],
};

/** Explains a fault of this machine, such as a full disk; undefined for other system errors. */
export function systemFault(error: NodeJS.ErrnoException): AppError | undefined {
  const [code, message] = (error.syscall && reasons[error.code ?? '']) || [];
  return code && message ? new AppError('unavailable', code, message, { cause: error }) : undefined;
}
