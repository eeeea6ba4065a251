import { expect, test } from 'vitest';
import { withoutUnused } from './blueprint-styles.ts';

const isUsed = (name: string) => ['bp6-button', 'bp6-dark', 'bp6-fill'].includes(name);
const purged = (css: string, readers: string[] = []) =>
  withoutUnused(css, isUsed, readers)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<! )}/g, ' }');

test('rules of classes that do not occur are left out', () => {
  expect(purged('.bp6-button { color: red } .bp6-slider { color: blue }')).toBe(
    '.bp6-button { color: red }',
  );
  expect(purged('.bp6-button, .bp6-slider .bp6-button { color: red }')).toBe(
    '.bp6-button { color: red }',
  );
  expect(purged('@media print { .bp6-slider { color: blue } } body { margin: 0 }')).toBe(
    'body { margin: 0 }',
  );
});

test('a class that must not be there is not needed', () => {
  const css = '.bp6-button:not(.bp6-slider):not(:is(.bp6-link, .bp6-list)).bp6-fill { color: red }';
  expect(purged(css)).toBe(css);
});

test('rules for other directions and themes are left out, steps of animations are not', () => {
  expect(
    purged('[dir=rtl] .bp6-button { left: 0 } [data-bp-color-scheme="dark"] a { left: 0 }'),
  ).toBe('');
  const frames = '@keyframes turn { from { left: 0 } to { left: 1px } }';
  expect(purged(frames)).toBe(frames);
});

test('variables are kept if a rule reads them, also by others', () => {
  const css = ':root { --a: 1px; --b: var(--a); --c: 1px } .bp6-button { left: var(--b) }';
  expect(purged(css)).toBe(':root { --a: 1px; --b: var(--a) } .bp6-button { left: var(--b) }');
  expect(purged(':root { --c: 1px }', ['a { left: var(--c) }'])).toBe(':root { --c: 1px }');
});
