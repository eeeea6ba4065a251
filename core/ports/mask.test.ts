import { expect, test } from 'vitest';
import { maskSecrets } from './mask.ts';

test.each([
  ['getaddrinfo ENOTFOUND mail.example.ss', ['p'], 'getaddrinfo ENOTFOUND mail.example.ss'],
  ['535 user u with password p: refused', ['p'], '535 user u with password •••: refused'],
  ['smtp://u:p@mail.example.ss', ['p'], 'smtp://u:•••@mail.example.ss'],
  ['p, pp and p', ['p'], '•••, pp and •••'],
  ['535 xs3cret-long-ones', ['s3cret-long-one'], '535 x•••s'],
  ['535 a%20b', ['a b', 'a%20b'], '535 •••'],
  ['!! !', ['!'], '•••••• •••'],
  ['no secret', ['', ''], 'no secret'],
])('%s without %j', (text, secrets, expected) => {
  expect(maskSecrets(text, secrets)).toBe(expected);
});
