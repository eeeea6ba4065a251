import { expect, test } from 'vitest';
import {
  dueOf,
  durationText,
  hoursAndMinutes,
  hoursText,
  mapsLink,
  placeOf,
} from './ticket-words.ts';

const MINUTE = 60_000;

test('says a duration in its two largest units', () => {
  expect(durationText(20_000)).toBe('1 min');
  expect(durationText(45 * MINUTE)).toBe('45 min');
  expect(durationText(60 * MINUTE)).toBe('1 h');
  expect(durationText(200 * MINUTE)).toBe('3 h 20 min');
  expect(durationText(24 * 60 * MINUTE)).toBe('1 d');
  expect(durationText((52 * 60 + 59) * MINUTE)).toBe('2 d 4 h');
  expect(hoursAndMinutes(24 * 60 * MINUTE)).toBe('24 h');
  expect(hoursAndMinutes(90 * MINUTE)).toBe('1 h 30 min');
  expect(hoursText(3.52)).toBe('3.5 h');
  expect(hoursText(50)).toBe('2.1 days');
});

test('the next target is the response until there was one, then the resolution', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const ticket = {
    status: 'open' as const,
    firstResponseAt: null,
    responseDueAt: new Date('2026-11-21T10:25:00Z'),
    resolutionDueAt: new Date('2026-11-21T09:00:00Z'),
  };
  // The earlier one, as in the list's sort.
  expect(dueOf(ticket, now)).toMatchObject({ what: 'Resolution', when: 'overdue by 1 h' });
  const later = { ...ticket, resolutionDueAt: new Date('2026-11-22T10:00:00Z') };
  expect(dueOf(later, now)).toMatchObject({ what: 'Response', when: 'in 25 min' });
  expect(dueOf({ ...later, firstResponseAt: now }, now)).toMatchObject({
    what: 'Resolution',
    when: 'in 1 d',
  });
  expect(dueOf({ ...later, responseDueAt: null, resolutionDueAt: null }, now)).toBeUndefined();
  expect(dueOf({ ...ticket, status: 'resolved' }, now)).toBeUndefined();
});

test('a visit goes to its place, else to the customer', () => {
  const at = { customerAddress: 'Airport Road', customerLocation: 'Juba Central' as const };
  expect(placeOf({ ...at, visitPlace: 'Mast 3' })).toBe('Mast 3');
  expect(placeOf({ ...at, visitPlace: '' })).toBe('Airport Road, Juba Central');
  expect(mapsLink('Hai Cinema & Co')).toMatch(/query=Hai%20Cinema%20%26%20Co%2C%20South%20Sudan$/);
});
