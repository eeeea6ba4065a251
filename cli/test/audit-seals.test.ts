import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealedLog } from '@nimule/fixtures/testing/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShell, runBare, type Shell } from './harness.ts';

let shell: Shell;
const folder = mkdtempSync(join(tmpdir(), 'nimule-seals-'));
const pathOf = (name: string) => join(folder, name);
const seal = async () => (await shell.json('audit seal')) as { id: number; copy: string };

beforeAll(async () => {
  shell = await openShell();
});
afterAll(async () => {
  await shell.close();
  rmSync(folder, { recursive: true });
});

describe('isp audit', () => {
  it('seals, lists the seals and verifies them', async () => {
    expect((await shell.isp('audit seal')).stderr).toBe(
      'There are no lines that are not sealed.\n',
    );
    const nothing = (await shell.json('audit verify')) as object;
    expect(nothing).toMatchObject({ isSound: true, seals: 0, newest: '' });
    await shell.json('rates set 5000');
    const first = await seal();
    await shell.json('rates set 5100');
    const second = await seal();
    const printed = await shell.isp('audit seal');
    expect(printed.stdout).toMatch(/^Sealed +\d{4}-\d\d-\d\d \d\d:\d\d$/m);
    const listed = (await shell.json('audit seals')) as { id: number; copy: string }[];
    expect(listed.map(({ id, copy }) => [id, copy])).toEqual([
      [second.id, second.copy],
      [first.id, first.copy],
    ]);
    const { code, stdout } = await shell.isp('audit verify');
    expect(code).toBe(0);
    expect(stdout).toMatch(/As it was sealed +yes/);
    expect(stdout).toContain(second.copy);
    expect(await shell.json('audit verify --from 2')).toMatchObject({ seals: 1 });
    expect(await shell.isp('audit verify --from 9')).toMatchObject({
      code: 5,
      stderr: 'error: Audit seal 9 was not found.\n',
    });
    expect((await shell.isp('audit verify --from x')).code).toBe(2);
    expect((await shell.isp('doctor')).stdout).toMatch(
      /ok +audit seals +seal 2 up to line \d+ is 0 minutes old/,
    );
    expect((await shell.isp('books check')).stdout).toContain('The sealed lines of the audit log');
  });

  it('compares with the list of seals, a mail, or a seal that is typed', async () => {
    const [newest] = (await shell.json('audit seals')) as [{ copy: string }];
    writeFileSync(pathOf('list.json'), (await shell.isp('audit seals --format json')).stdout);
    writeFileSync(pathOf('mail.txt'), `Subject: x\n\n> ${newest.copy}\n`);
    for (const given of [pathOf('list.json'), pathOf('mail.txt'), newest.copy])
      expect((await shell.isp(['audit', 'verify', '--against', given])).code).toBe(0);
    const other = newest.copy.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const outcome = await shell.isp(['audit', 'verify', '--against', other]);
    expect(outcome.code).toBe(7);
    expect(outcome.stdout).toContain('Seal 2 is not the one that was kept elsewhere');
    for (const given of [newest.copy.slice(0, -1), 'nothing', '']) {
      const refused = await shell.isp(['audit', 'verify', '--against', given]);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toMatch(/cut off|There is no seal/);
    }
  });

  it('proves a line, which is checked without a database', async () => {
    const proof = pathOf('proof.json');
    expect((await shell.isp(['audit', 'prove', '1', '--output', proof])).code).toBe(0);
    const again = await shell.isp(['audit', 'prove', '1', '--output', proof]);
    expect(again.code).toBe(6);
    const [newest] = (await shell.json('audit seals')) as [{ copy: string }];
    const checked = await runBare(['audit', 'verify', '--proof', proof]);
    expect(checked).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Compare that with'),
    });
    expect(checked.stdout).toContain(newest.copy);
    expect(checked.stdout).toContain('rate.update');
    const compared = ['audit', 'verify', '--proof', proof, '--against', newest.copy];
    expect(await runBare(compared)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('belongs to seal 2 that was kept elsewhere'),
    });
    const json = await runBare([...compared, '--format', 'json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ seal: 1, sameAs: 2, line: { id: 1 } });
    const whole = readFileSync(proof, 'utf8');
    const bad: [string, number, string][] = [
      [whole.slice(0, 300), 2, 'it was cut off'],
      [whole.replace('5000', '5001'), 7, 'does not hold'],
      [whole.replaceAll('5000', '5001'), 7, 'does not hold'],
      ['', 2, 'it is not JSON'],
    ];
    for (const [text, code, reason] of bad) {
      writeFileSync(pathOf('bad.json'), text);
      const outcome = await runBare(['audit', 'verify', '--proof', pathOf('bad.json')]);
      expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(reason) });
    }
    expect((await runBare(['audit', 'verify', '--proof', pathOf('none.json')])).code).toBe(2);
    expect((await shell.isp('audit prove 9999')).code).toBe(5);
    expect((await shell.isp('audit prove 1x')).code).toBe(2);
    expect((await shell.isp('audit prove 1 --up-to 77')).code).toBe(5);
  });

  it('sets the address that gets the newest seal', async () => {
    expect(await shell.json('audit seal-settings --copy-to auditor@example.com')).toEqual({
      copyTo: 'auditor@example.com',
    });
    expect(await shell.json('audit seal-settings')).toEqual({ copyTo: 'auditor@example.com' });
    expect((await shell.isp('audit seal-settings --copy-to nobody')).code).toBe(2);
  });

  it('names the first break, and doctor and books check tell it', async () => {
    await sealedLog(shell.app).asOwner(`update audit_log set summary = 'x' where id = 1`);
    const outcome = await shell.isp('audit verify');
    expect(outcome.code).toBe(7);
    expect(outcome.stdout).toContain('after seal 1 was made');
    expect((await shell.isp('doctor')).stdout).toMatch(/failed +audit seals/);
    expect((await shell.isp('books check')).code).toBe(7);
  });
});
