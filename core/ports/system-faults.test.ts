import { describe, expect, test } from 'vitest';
import { toAppError } from '../database/errors.ts';
import { unusableDataDirectory } from './data-directory.ts';

const failed = (syscall: string, code: string) =>
  Object.assign(new Error(`${code}: ${syscall} '/srv/x'`), { code, syscall });

describe('an error of the system', () => {
  test.each([
    ['write', 'ENOSPC', 'disk.full'],
    ['write', 'EDQUOT', 'disk.full'],
    ['open', 'EROFS', 'disk.readOnly'],
    ['fsync', 'EIO', 'disk.broken'],
    ['open', 'EMFILE', 'system.files'],
    ['connect', 'ENFILE', 'system.files'],
  ])('at %s, %s, is told in words', (syscall, code, known) => {
    const told = toAppError(failed(syscall, code), {}) as Error;
    expect(told).toMatchObject({ kind: 'unavailable', code: known });
    expect(told.message).not.toContain(code);
  });

  test('that is unknown stays an internal error', () => {
    const error = failed('open', 'EINVAL');
    expect(toAppError(error, {})).toBe(error);
  });

  test.each([
    ['listen', 'EROFS', 'lies on a disk that is read-only'],
    ['listen', 'EMFILE', 'too many files open'],
    ['listen', 'EBADF', 'cannot be used (EBADF at listen)'],
  ])('of the data directory at %s, %s, names it', (syscall, code, words) => {
    const told = unusableDataDirectory('/srv/isp', failed(syscall, code));
    expect(told).toMatchObject({ kind: 'unavailable' });
    expect(told.message).toContain(words);
  });
});
