import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseList } from './recipients/rules-list.ts';
import { pauseAfter, settled } from './sending/rules.ts';
import { costOf, defaultSettings, waitsBecause } from './settings/rules.ts';

describe('an answer', () => {
  const at = new Date('2026-11-21T08:00:00Z');
  const facts = { attempts: 1, at, quiet: undefined, channel: 'email' } as const;

  test('that is lost is never tried again by itself', () => {
    expect(settled({ kind: 'unanswered', error: 'lost' }, facts)).toMatchObject({
      status: 'unknown',
      nextAt: null,
    });
  });

  test('of an outbox is not sent, and says why', () => {
    expect(settled({ kind: 'written' }, facts)).toMatchObject({
      status: 'written',
      error: 'Written to the outbox, not sent: no mail server is connected.',
    });
    expect(settled({ kind: 'written' }, { ...facts, channel: 'sms' }).error).toContain('SMS');
  });

  test('of a busy gateway does not count, of an unreachable one it does until the last', () => {
    const busy = settled({ kind: 'busy', error: '', retryAfter: 5 }, facts);
    expect(busy).toMatchObject({
      status: 'queued',
      isAttempt: false,
      nextAt: new Date(at.getTime() + 5000),
    });
    const outcome = { kind: 'unreachable', error: 'away', retryAfter: 0 } as const;
    expect(settled(outcome, facts)).toMatchObject({ status: 'queued', isAttempt: true });
    expect(settled(outcome, { ...facts, attempts: 8 })).toMatchObject({
      status: 'failed',
      nextAt: null,
    });
    expect(pauseAfter([{ kind: 'sent', ids: [] }, outcome])).toBe(30);
    expect(pauseAfter([{ kind: 'sent', ids: [] }])).toBe(0);
  });
});

test('the cost of parts is exact', () => {
  expect(costOf(3, '0.035')).toBe('0.11');
  expect(costOf(100_000, '0.0351')).toBe('3510.00');
  expect(costOf(1, '9999.9999')).toBe('10000.00');
  expect(costOf(1, '')).toBeNull();
});

test('why messages wait', () => {
  const facts = {
    pauseText: undefined,
    settings: defaultSettings,
    channel: 'sms' as const,
    sentInHour: 30,
    gateway: 'smpp',
  };
  const at = (time: string) => new Date(`2026-11-21T${time}:00+02:00`);
  expect(waitsBecause({ ...facts, now: at('12:00') })).toBeNull();
  expect(waitsBecause({ ...facts, now: at('22:00') })).toContain('07:00');
  expect(waitsBecause({ ...facts, now: at('12:00'), gateway: 'outbox' })).toContain('not sent');
  expect(waitsBecause({ ...facts, now: at('22:00'), pauseText: 'Paused.' })).toBe('Paused.');
  const stopped = { ...defaultSettings, isStopped: true };
  expect(waitsBecause({ ...facts, settings: stopped, now: at('12:00') })).toContain('stopped');
  const limited = { ...facts, now: at('12:00'), settings: { ...defaultSettings, perHour: 30 } };
  expect(waitsBecause(limited)).toContain('The limit of 30 an hour');
  expect(waitsBecause({ ...limited, sentInHour: 29 })).toBeNull();
  const email = { ...facts, now: at('12:00'), gateway: 'outbox', channel: 'email' as const };
  expect(waitsBecause(email)).toBeNull();
});

describe('a list of numbers', () => {
  test.each([
    ['0977123456', [['+211977123456', '']]],
    ['Achol 0977 123 456', [['+211977123456', 'Achol']]],
    ['0977 123 456 Achol Garang', [['+211977123456', 'Achol Garang']]],
    ['"Garang, Achol";0977123456', [['+211977123456', 'Garang']]],
    ['name\n0977123456\t Deng ', [['+211977123456', 'Deng']]],
    [
      '0977123456,0977123457',
      [
        ['+211977123456', ''],
        ['+211977123457', ''],
      ],
    ],
    ['', []],
  ])('%j', (text, expected) => {
    expect(parseList(text).numbers.map(({ phone, name }) => [phone, name])).toEqual(expected);
  });

  test('accepts what the rule for telephone numbers accepts', () => {
    const file = readFileSync(
      new URL('../../fixtures/files/phone-cases.csv', import.meta.url),
      'utf8',
    );
    const cases = file
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => /^"([^"]*)",(true|false),"?([^",]*)/.exec(line))
      .filter((match) => match !== null && !match[1]!.includes(',') && match[1]!.trim() !== '');
    expect(cases.length).toBeGreaterThan(10);
    for (const match of cases) {
      const [, input, isAccepted, stored] = match!;
      if (isAccepted === 'true')
        expect(parseList(input!.replaceAll('\\n', '\n')).numbers[0]?.phone).toBe(stored);
    }
  });

  test('of any text ends soon and loses no line', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 400 }), { maxLength: 20 }), (lines) => {
        const { numbers, unusable, doubles } = parseList(lines.join('\n'));
        expect(numbers.length + unusable.length + doubles.length).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(parseList(' '.repeat(100_000)).numbers).toEqual([]);
    const hostile = parseList('1,'.repeat(600_000));
    expect(hostile.isTooLong).toBe(true);
    expect(hostile.unusable.length).toBeLessThan(60_000);
  });
});
