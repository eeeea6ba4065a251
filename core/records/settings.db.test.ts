import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Ctx } from '../context.ts';
import { AppError } from '../kernel/errors.ts';
import { defineSettings } from './settings.ts';

let app: TestApp;
let ctx: Ctx;

beforeAll(async () => {
  app = await createTestApp();
  ctx = contextOf(app);
});
afterAll(() => app.close());

const schema = z.object({ days: z.int(), hours: z.int(), isOn: z.boolean() });
const settingsNamed = (name: string) =>
  defineSettings({
    name,
    schema,
    defaults: { days: 1, hours: 2, isOn: false },
    audited: { action: 'test.settings', entity: 'testSettings', entityId: name, summary: 'Test' },
  });

describe('defineSettings', () => {
  it('reads the defaults, and keeps what a change does not give', async () => {
    const settings = settingsNamed('kept');
    expect(await settings.read(ctx.db)).toEqual({ days: 1, hours: 2, isOn: false });
    expect(await settings.change(ctx, { days: 5, hours: undefined })).toEqual({
      ...{ days: 5, hours: 2, isOn: false },
    });
    expect(await settings.read(ctx.db)).toEqual({ days: 5, hours: 2, isOn: false });
    const { rows } = await app.pool.query(
      `select before, after from audit_log where action = 'test.settings' and entity_id = 'kept'`,
    );
    expect(rows).toEqual([{ before: { days: 1 }, after: { days: 5 } }]);
  });

  it('keeps both of two changes at once', async () => {
    const settings = settingsNamed('raced');
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([
        settings.change(ctx, { days: round }),
        settings.change(ctx, { hours: round }),
      ]);
      expect(await settings.read(ctx.db)).toEqual({ days: round, hours: round, isOn: false });
    }
  });

  it('changes nothing where the check before saving refuses', async () => {
    const settings = settingsNamed('refused');
    const refuse = async () => {
      throw new AppError('rule', 'test.refused', 'Refused.');
    };
    await expect(settings.change(ctx, { isOn: true }, refuse)).rejects.toThrow('Refused.');
    expect(await settings.read(ctx.db)).toEqual({ days: 1, hours: 2, isOn: false });
  });
});
