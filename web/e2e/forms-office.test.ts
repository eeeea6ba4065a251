import { afterAll, beforeAll, test } from 'vitest';
import { openDemoPortal, walkForms } from './form-walk.ts';
import type { Portal } from './harness.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openDemoPortal();
});
afterAll(() => portal.close());

test('every form of support, messages, books and users is opened, gone through and sent by key', () =>
  walkForms(portal, 'office'));
