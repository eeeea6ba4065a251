import { expect, test } from 'vitest';
import { whyNoPasskeys, whyNotHere } from './why-no-passkeys.ts';

test.each([
  ['http:', '192.0.2.10', true],
  ['http:', 'isp.example', true],
  ['http:', 'localhost', false],
  ['https:', 'isp.example', false],
])('passkeys at %s//%s are not possible: %s', (protocol, hostname, isWhyNot) => {
  const why = whyNoPasskeys('', { protocol, hostname });
  expect(why.startsWith('Passkeys need an address that begins with https://.')).toBe(isWhyNot);
  expect(whyNoPasskeys('The server says why.', { protocol, hostname })).toBe(
    'The server says why.',
  );
});

test('an account without a passkey is told nothing of them', () => {
  expect(whyNotHere({ hasPasskeys: false, passkeysWhyNot: '' })).toBe('');
  expect(whyNotHere({ hasPasskeys: false, passkeysWhyNot: 'No.' })).toBe('No.');
});
