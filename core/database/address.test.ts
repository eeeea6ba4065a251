import { describe, expect, it } from 'vitest';
import { isAppError } from '../kernel/errors.ts';
import { describeAddress, isInClear, openingError } from './address.ts';

const url = 'postgres://grace:s3cret%21@db.example.net:5433/nimule';

function told(message: string, code?: string): string {
  const error = openingError(url, Object.assign(new Error(message), code ? { code } : {}));
  if (!isAppError(error)) return `not told: ${error}`;
  return `${error.kind}: ${error.message}`;
}

describe('the database that DATABASE_URL names', () => {
  it('is described without its password', () => {
    expect(describeAddress(url)).toBe('database "nimule" at db.example.net:5433 as user "grace"');
    expect(describeAddress('postgres:///nimule?host=/run/postgresql&user=abuk')).toBe(
      'database "nimule" at /run/postgresql:5432 as user "abuk"',
    );
  });

  it.each([
    ['postgres://nimule:x@localhost:5432/nimule', false],
    ['postgres://nimule:x@127.0.0.1/nimule', false],
    ['postgres://nimule:x@[::1]/nimule', false],
    ['postgres:///nimule?host=/run/postgresql', false],
    ['postgres://nimule:x@db.example.net/nimule', true],
    ['postgres://nimule:x@10.0.0.5/nimule?sslmode=disable', true],
    ['postgres://nimule:x@db.example.net/nimule?sslmode=require', false],
    ['postgres://nimule:x@db.example.net/nimule?sslmode=verify-full', false],
  ])('%s is reached in clear: %s', (address, expected) => {
    expect(isInClear(address)).toBe(expected);
  });

  it.each([
    [
      'database "nimule" does not exist',
      '3D000',
      'There is no database "nimule" at db.example.net:5433. DATABASE_URL names it.',
    ],
    [
      'password authentication failed for user "grace"',
      '28P01',
      'Database "nimule" at db.example.net:5433 refuses user "grace": password authentication failed for user "grace". DATABASE_URL names user and password.',
    ],
    [
      'role "grace" does not exist',
      '28000',
      'Database "nimule" at db.example.net:5433 refuses user "grace": role "grace" does not exist. DATABASE_URL names user and password.',
    ],
    [
      'permission denied for schema public',
      '42501',
      'Database "nimule" at db.example.net:5433 refuses user "grace": permission denied for schema public. DATABASE_URL names user and password.',
    ],
    [
      'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
      undefined,
      'Database "nimule" at db.example.net:5433 refuses user "grace": no password is given. DATABASE_URL names user and password.',
    ],
    [
      'getaddrinfo ENOTFOUND db.example.net',
      'ENOTFOUND',
      'The host "db.example.net" of the database cannot be found. DATABASE_URL names it.',
    ],
    // Node's error for several failed addresses has no message.
    [
      '',
      'ECONNREFUSED',
      'The database cannot be reached: "nimule" at db.example.net:5433 (ECONNREFUSED). DATABASE_URL says where it is; if that is right, try again in a moment.',
    ],
    [
      'the database system is starting up',
      '57P03',
      'The database cannot be reached: "nimule" at db.example.net:5433 (the database system is starting up). DATABASE_URL says where it is; if that is right, try again in a moment.',
    ],
  ])('that answers %s (%s) is told with the setting to change', (message, code, expected) => {
    expect(told(message, code)).toBe(`unavailable: ${expected}`);
  });

  it('returns errors unchanged that do not concern the address', () => {
    expect(told('syntax error', '42601')).toBe('not told: Error: syntax error');
  });
});
