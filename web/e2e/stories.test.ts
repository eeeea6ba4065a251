import { afterAll, beforeAll, test } from 'vitest';
import type { Portal } from './harness.ts';
import { openOffice, people, tellStory } from './story.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openOffice();
});
afterAll(() => portal.close());

// In this order: the first bills the month, in which the last find invoices that they may only look at.
test.each(people.map(({ role }) => role))('%s through the whole story', (role) =>
  tellStory(portal, role),
);
