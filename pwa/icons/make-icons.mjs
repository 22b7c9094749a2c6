// Draws the icons in pwa/public from the SVG files there and beside this script: node pwa/icons/make-icons.mjs
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const shape = (name) => fileURLToPath(new URL(name, import.meta.url));
const target = (name) => fileURLToPath(new URL(`../public/${name}`, import.meta.url));

const drawings = [
  ['icon.svg', 192, 'icon-192.png'],
  ['icon.svg', 512, 'icon-512.png'],
  ['icon-maskable.svg', 512, 'icon-maskable-512.png'],
  // iOS rounds the corners itself and shows transparency as black.
  ['icon-maskable.svg', 180, 'apple-touch-icon.png'],
];

for (const [svg, size, png] of drawings) {
  writeFileSync(target(png), await drawn(svg, size));
}
// The page links it, and browsers also ask for this name without a link.
writeFileSync(target('favicon.ico'), icoOf(await drawn('../public/favicon.svg', 32), 32));

function drawn(svg, size) {
  return sharp(shape(svg), { density: 300 }).resize(size, size).png({ compressionLevel: 9, palette: true }).toBuffer();
}

/** An icon file with one picture, a PNG of `size` by `size` pixels with 32 bits each. */
function icoOf(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([size, size], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
