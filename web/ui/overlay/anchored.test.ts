import { expect, test } from 'vitest';
import { placeBeside } from './anchored.ts';

const room = { top: 0, bottom: 800, width: 1200 };
const anchor = { top: 100, bottom: 130, left: 300, width: 400 };

test('below the anchor and as wide as it', () => {
  expect(placeBeside(anchor, 120, room)).toEqual({ top: 132, left: 300, width: 400, height: 120 });
});

test('at most as high as a list should be', () => {
  expect(placeBeside(anchor, 5000, room).height).toBe(280);
});

test('above the anchor where there is no room below, and touching it', () => {
  const low = { ...anchor, top: 700, bottom: 730 };
  expect(placeBeside(low, 5000, room)).toEqual({ top: 418, left: 300, width: 400, height: 280 });
  expect(placeBeside(low, 40, room)).toMatchObject({ top: 732, height: 40 });
});

test('within the window that the keyboard of a telephone leaves', () => {
  const phone = { top: 0, bottom: 420, width: 390 };
  const box = { top: 300, bottom: 344, left: 24, width: 342 };
  const place = placeBeside(box, 5000, phone);
  expect(place.top).toBeGreaterThanOrEqual(phone.top + 8);
  expect(place.top + place.height).toBe(box.top - 2);
  expect(placeBeside({ ...box, left: 250, width: 100 }, 90, phone)).toMatchObject({
    left: 102,
    width: 280,
  });
});
