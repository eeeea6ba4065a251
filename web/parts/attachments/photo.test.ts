import { afterEach, expect, test, vi } from 'vitest';
import { fittedSize, reducedPhoto } from './photo.ts';

afterEach(() => vi.restoreAllMocks());

test('a photo fits into the square, with the same proportions', () => {
  expect(fittedSize(4000, 3000)).toEqual({ width: 2000, height: 1500 });
  expect(fittedSize(1500, 6000)).toEqual({ width: 500, height: 2000 });
  expect(fittedSize(2000, 800)).toEqual({ width: 2000, height: 800 });
  expect(fittedSize(40_000, 3)).toEqual({ width: 2000, height: 1 });
});

/** A browser whose photos have this size, and whose JPEGs have so many bytes. */
function stubBrowser(width: number, height: number, bytes: number) {
  const bitmap = { width, height, close: vi.fn() };
  vi.stubGlobal('createImageBitmap', async () => bitmap);
  const context = { fillRect: vi.fn(), drawImage: vi.fn() };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((answer) =>
    answer(new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })),
  );
  return { bitmap, context };
}

const file = (type: string, name: string, bytes = 9_000) =>
  new File([new Uint8Array(bytes)], name, { type });

test('a large photo is sent as a smaller JPEG', async () => {
  const { bitmap, context } = stubBrowser(4000, 3000, 500);
  const sent = await reducedPhoto(file('image/png', 'mast.3.png'));
  expect([sent.name, sent.type, sent.size]).toEqual(['mast.3.jpg', 'image/jpeg', 500]);
  expect(context.drawImage).toHaveBeenCalledWith(bitmap, 0, 0, 2000, 1500);
  expect(bitmap.close).toHaveBeenCalled();
});

test('a small photo, a PDF, and one that would grow are sent as they are', async () => {
  stubBrowser(800, 600, 500);
  const small = file('image/jpeg', 'a.jpg');
  expect(await reducedPhoto(small)).toBe(small);
  const document = file('application/pdf', 'a.pdf');
  expect(await reducedPhoto(document)).toBe(document);
  stubBrowser(4000, 3000, 90_000);
  expect(await reducedPhoto(small)).toBe(small);
});

test('a kind that the server does not take is converted, whatever its size', async () => {
  stubBrowser(800, 600, 20_000);
  expect((await reducedPhoto(file('image/heic', 'IMG_1.HEIC'))).name).toBe('IMG_1.jpg');
});

test('a photo that the browser cannot read is left to the server', async () => {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new Error('unknown format');
  });
  const unknown = file('image/heic', 'a.heic');
  expect(await reducedPhoto(unknown)).toBe(unknown);
});
