import { afterAll, beforeAll, test } from 'vitest';
import type { Portal } from './harness.ts';
import { openOffice, tellStory } from './story.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openOffice({ isBilled: true });
});
afterAll(() => portal.close());

test.each(['manager', 'technician'] as const)('%s through the whole story', (role) =>
  tellStory(portal, role),
);
