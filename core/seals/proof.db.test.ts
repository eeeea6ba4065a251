import { type SealedLog, sealedLog } from '@nimule/fixtures/testing/audit';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyProof } from './service-proof.ts';
import { proveLine } from './service-prove.ts';

let app: TestApp;
let log: SealedLog;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  log = sealedLog(app);
});
afterAll(() => app.close());
beforeEach(() => log.empty());

describe('a proof', () => {
  test('of every line holds, leads to the newest seal, and is compared with a copy', async () => {
    const seals = await log.threeSeals();
    for (let id = 1; id <= 12; id += 1) {
      const text = JSON.stringify(await proveLine(ctx(), id));
      const covering = id <= 3 ? 1 : id <= 7 ? 2 : 3;
      expect(verifyProof(text)).toMatchObject({
        line: {
          id,
          action: 'thing.run',
          after: { é: 'ä "quoted" \\ 🛰' },
          actorName: 'test (shell)',
        },
        seal: covering,
        compareWith: seals[2].copy,
        sameAs: null,
      });
      for (const { id: kept, hash } of seals.slice(covering - 1))
        expect(verifyProof(text, [{ seal: kept, hash }]).sameAs).toBe(kept);
    }
    const early = JSON.stringify(await proveLine(ctx(), 2, 2));
    expect(verifyProof(early).compareWith).toBe(seals[1].copy);
    const { hash } = seals[1];
    expect(verifyProof(early, [{ seal: undefined, hash }]).sameAs).toBe(2);
  });

  test('is refused for a line that is not sealed, not there, or was changed', async () => {
    await log.threeSeals();
    await log.write('new');
    await expect(proveLine(ctx(), 13)).rejects.toMatchObject({ code: 'proof.unsealed' });
    await expect(proveLine(ctx(), 14)).rejects.toMatchObject({ kind: 'notFound' });
    await expect(proveLine(ctx(), 9, 2)).rejects.toMatchObject({ code: 'proof.earlier' });
    await expect(proveLine(ctx(), 9, 8)).rejects.toMatchObject({ kind: 'notFound' });
    await log.asOwner(`update audit_log set summary = 'x' where id = 5`);
    await expect(proveLine(ctx(), 6)).rejects.toMatchObject({ code: 'proof.changed' });
  });

  test('that was changed in any field does not hold', async () => {
    const seals = await log.threeSeals();
    const proof = await proveLine(ctx(), 5);
    const other = await proveLine(ctx(), 6);
    const fails = (changed: object, code = 'proof.broken') =>
      expect(() => verifyProof(JSON.stringify({ ...proof, ...changed }))).toThrow(
        expect.objectContaining({ code }),
      );
    fails({ text: other.text });
    fails({ text: other.text, line: other.line });
    fails({ line: { ...proof.line, summary: 'x' } });
    fails({ line: {} });
    fails({ position: 0 });
    fails({ position: 9 });
    fails({ path: proof.path.slice(1) });
    fails({ path: [] });
    fails({ path: other.path });
    fails({ seal: { ...proof.seal, lines: 5 } });
    fails({ seal: { ...proof.seal, root: '0'.repeat(64) } });
    fails({ seal: { ...proof.seal, sealedAt: '2026-11-20T08:02:00.000Z' } });
    fails({ seal: { ...proof.seal, firstLine: 6 } });
    fails({ seal: { ...proof.seal, previous: '' } });
    fails({ chain: [] });
    fails({ chain: ['0'.repeat(64)] });
    fails({ newest: seals[1].copy });
    fails({ newest: 'seal 3' });
    const text = JSON.stringify(proof);
    const another = [{ seal: 3, hash: '0'.repeat(64) }];
    expect(() => verifyProof(text, another)).toThrow(
      'seal 3 that was kept elsewhere is another one',
    );
    const outside = [{ seal: 1, hash: seals[0].hash }];
    expect(() => verifyProof(text, outside)).toThrow('none of the seals 2 to 3');
  });

  test('that is no proof gets a clear error', async () => {
    await log.threeSeals();
    const proof = await proveLine(ctx(), 5);
    const whole = JSON.stringify(proof);
    const { path: _, ...without } = proof;
    const texts = [
      ['', 'not JSON'],
      [whole.slice(0, -20), 'not JSON'],
      ['null', 'fields are missing'],
      ['[]', 'fields are missing'],
      ['{}', 'the field format'],
      [JSON.stringify(without), 'the field path'],
      [JSON.stringify({ ...proof, more: 1 }), 'wrong'],
      [JSON.stringify({ ...proof, path: ['AB'] }), 'the field path.0'],
      [JSON.stringify({ ...proof, position: 1e300 }), 'the field position'],
      [JSON.stringify({ ...proof, seal: { ...proof.seal, lines: 0 } }), 'the field seal.lines'],
      [JSON.stringify({ ...proof, seal: { ...proof.seal, sealedAt: 'now' } }), 'seal.sealedAt'],
    ] as const;
    for (const [text, reason] of texts) {
      expect(() => verifyProof(text)).toThrow(
        expect.objectContaining({ code: 'proof.file', message: expect.stringContaining(reason) }),
      );
    }
    expect(() => verifyProof(JSON.stringify({ ...proof, text: '[2]' }))).toThrow(
      'not one of the audit log',
    );
    expect(() => verifyProof(JSON.stringify({ ...proof, text: '{' }))).toThrow('is not JSON');
  });
});
