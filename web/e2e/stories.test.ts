import { afterAll, beforeAll, test } from 'vitest';
import type { Portal } from './harness.ts';
import { openSeededPortal, people, runStory } from './story.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openSeededPortal();
});
afterAll(() => portal.close());

// Order matters: the first bills the month; the last need its invoices.
test.each(people.map(({ role }) => role))('%s: the whole story', (role) => runStory(portal, role));
