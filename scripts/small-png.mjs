import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PALETTE_SIZE = 256;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** Groups colours that share the upper 5 bits of each channel and keeps the most frequent colour of each large group. */
function choosePalette(counts) {
  const groups = new Map();
  for (const [colour, count] of counts) {
    const key = colour & 0xf8f8f8;
    const group = groups.get(key) ?? { total: 0, colour, count: 0 };
    group.total += count;
    if (count > group.count) Object.assign(group, { colour, count });
    groups.set(key, group);
  }
  const largest = [...groups.values()].sort((a, b) => b.total - a.total).slice(0, PALETTE_SIZE);
  return largest.map(({ colour }) => colour);
}

function distance(a, b) {
  const red = (a >> 16) - (b >> 16);
  const green = ((a >> 8) & 0xff) - ((b >> 8) & 0xff);
  const blue = (a & 0xff) - (b & 0xff);
  return red * red + green * green + blue * blue;
}

function nearest(palette, colour) {
  let best = 0;
  for (let at = 1; at < palette.length; at += 1)
    if (distance(palette[at], colour) < distance(palette[best], colour)) best = at;
  return best;
}

/** Encodes RGBA pixels as a PNG with a palette, about a third of the size of a screenshot in full colour. */
export function encodeSmallPng(rgba, width, height) {
  const pixels = Uint32Array.from({ length: width * height }, (_, at) =>
    rgba.readUIntBE(at * 4, 3),
  );
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = choosePalette(counts);
  const indexOf = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  // Each row begins with its filter: 0, none.
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, colour] of pixels.entries())
    rows[at + Math.floor(at / width) + 1] = indexOf.get(colour);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, colour type 3: palette.
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.alloc(palette.length * 3);
  for (const [at, colour] of palette.entries()) colours.writeUIntBE(colour, at * 3, 3);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
