import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { need } from '@nimule/fixtures/testing/needs';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePdf } from '../../documents/pdf/pdf.ts';
import { cents } from '../../kernel/money.ts';
import { createBundle } from '../bundles/service.ts';
import { activateVoucher } from '../redeem/service.ts';
import { sellVouchers } from '../sales/service.ts';
import { voidVouchers } from '../sales/service-void.ts';
import { PER_PAGE, SHEET } from './layout.ts';
import { voucherSheet } from './service.ts';

type ReadQr = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
const jsQr: ReadQr = createRequire(import.meta.url)('jsqr');

let app: TestApp;
const ctx = () => {
  const made = contextOf(app);
  return { ...made, config: { ...made.config, publicUrl: 'https://wifi.nimule.example/' } };
};
beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T08:00:00Z');
});
afterAll(async () => {
  await closePdf();
  await app.close();
});

async function soldBatch(name: string, quantity: number) {
  const { id } = await createBundle(ctx(), {
    ...{ name, dataAllowanceMB: 2048, validityDays: 1, priceUsd: cents(1_00), speedMbps: 5 },
    bundleType: 'data',
  });
  return sellVouchers(ctx(), { bundleId: id, quantity });
}

interface Picture {
  width: number;
  height: number;
  /** Red, green and blue of each pixel. */
  pixels: Buffer;
}

/** A binary PPM file as pdftoppm writes it: 'P6', width, height and depth, then the pixels. */
function readPpm(bytes: Buffer): Picture {
  const head = /^P6\s(\d+)\s(\d+)\s255\s/.exec(bytes.subarray(0, 40).toString('latin1'))!;
  return {
    width: Number(head[1]),
    height: Number(head[2]),
    pixels: bytes.subarray(head[0].length),
  };
}

const DPI = 200;
const pixelsOf = (points: number) => Math.round((points * DPI) / 72);

/** The texts of the QR codes on the cards of a page, each cut out as it would be with scissors. */
function codesOf(picture: Picture): string[] {
  const found: string[] = [];
  const { columns, rows, margin, rowHeight } = SHEET;
  const side = pixelsOf(margin);
  const [width, height] = [Math.floor((picture.width - 2 * side) / columns), pixelsOf(rowHeight)];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const part = new Uint8ClampedArray(width * height * 4).fill(255);
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          const [line, place] = [side + row * height + y, side + column * width + x];
          const from = (line * picture.width + place) * 3;
          part.set(picture.pixels.subarray(from, from + 3), (y * width + x) * 4);
        }
      const code = jsQr(part, width, height);
      if (code) found.push(code.data);
    }
  return found;
}

async function picturesOf(pdf: Buffer): Promise<Picture[]> {
  const folder = await mkdtemp(join(tmpdir(), 'nimule-sheet-'));
  try {
    await writeFile(join(folder, 'sheet.pdf'), pdf);
    await promisify(execFile)('pdftoppm', ['-r', String(DPI), 'sheet.pdf', 'page'], {
      cwd: folder,
    });
    const names = (await readdir(folder)).filter((name) => name.endsWith('.ppm')).sort();
    return await Promise.all(
      names.map(async (name) => readPpm(await readFile(join(folder, name)))),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a sheet has 24 vouchers a page, whose QR codes redeem them', async (context) => {
  need(context, 'pdftoppm');
  const batch = await soldBatch('Daily 2 GB', 30);
  const { filename, body } = await voucherSheet(ctx(), batch.id);
  expect(filename).toBe('vouchers-VB-2026-000001.pdf');
  const { pages, text } = await readPdf(body as Buffer);
  expect(PER_PAGE).toBe(24);
  expect(pages.map((page) => page.split('Use it by 23 Nov 2027.').length - 1)).toEqual([24, 6]);
  for (const { voucherCode } of batch.vouchers) expect(text).toContain(voucherCode);
  expect(text).toContain('$1.00 · SSP 1,300');
  expect(text).toContain('2 GB, 1 day, 5 Mbps');
  // On each of them, for phones that read no QR codes; without spaces because it may be broken.
  const printed = text.replaceAll(/\s/g, '').split('wifi.nimule.example/wifi-payment');
  expect(printed).toHaveLength(batch.vouchers.length + 1);
  const pictures = await picturesOf(body as Buffer);
  const read = pictures.flatMap((picture) => codesOf(picture));
  const addresses = batch.vouchers.map(
    ({ voucherCode }) =>
      `https://wifi.nimule.example/wifi-payment?code=${voucherCode.replaceAll('-', '')}`,
  );
  expect(read).toEqual(addresses);
});

test('long names and a long address keep the places of the cards', async () => {
  const { id } = await createBundle(ctx(), {
    ...{ name: 'W'.repeat(100), dataAllowanceMB: 0, validityDays: 3650, speedMbps: 100_000 },
    ...{ priceUsd: cents(10_000_00), bundleType: 'unlimited' },
  });
  const batch = await sellVouchers(ctx(), { bundleId: id, quantity: 25 });
  const host = 'customer-portal.nimule-networks-south-sudan.example.org:8443';
  const config = { ...ctx().config, publicUrl: `https://${host}` };
  const { body } = await voucherSheet({ ...ctx(), config }, batch.id);
  const { pages, text } = await readPdf(body as Buffer);
  expect(pages.map((page) => page.split('Use it by').length - 1)).toEqual([24, 1]);
  expect(text.replaceAll(/\s/g, '').split(`${host}/wifi-payment`)).toHaveLength(26);
  const read = (await picturesOf(body as Buffer)).flatMap((picture) => codesOf(picture));
  expect(read).toHaveLength(25);
});

test('only unused vouchers are printed', async () => {
  const batch = await soldBatch('Weekly', 2);
  await activateVoucher(ctx(), batch.vouchers[0]!.id);
  const { text } = await readPdf((await voucherSheet(ctx(), batch.id)).body as Buffer);
  expect(text).not.toContain(batch.vouchers[0]!.voucherCode);
  expect(text).toContain(batch.vouchers[1]!.voucherCode);
  await voidVouchers(ctx(), batch.id, { reason: 'Lost' });
  await expect(voucherSheet(ctx(), batch.id)).rejects.toMatchObject({
    code: 'voucher.noneUnused',
  });
});
