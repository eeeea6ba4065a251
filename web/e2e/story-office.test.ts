import { afterAll, beforeAll, test } from 'vitest';
import type { Portal } from './harness.ts';
import { openOffice, tellStory } from './story.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openOffice();
});
afterAll(() => portal.close());

test.each(['super_admin', 'billing'] as const)('%s through the whole story', (role) =>
  tellStory(portal, role),
);
