// Draws the PNG icons in pwa/public from the SVG files beside this script: node pwa/icons/make-icons.mjs
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
  ['../public/favicon.svg', 32, 'favicon-32.png'],
];

for (const [svg, size, png] of drawings) {
  await sharp(shape(svg), { density: 300 }).resize(size, size).png({ compressionLevel: 9, palette: true }).toFile(target(png));
}
