import { afterAll, beforeAll, test } from 'vitest';
import { openDemoPortal, walkForms } from './form-walk.ts';
import type { Portal } from './harness.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openDemoPortal();
});
afterAll(() => portal.close());

test('every form of staff, procurement and stock is opened, gone through and sent by key', () =>
  walkForms(portal, 'stock'));
