import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * Decodes one picture, which may be hostile, in a process of its own: `decode-picture.mjs TASK FILE TARGET NUMBERS`.
 * Prints its result as JSON. The caller limits time and memory (docs/decisions/0075). It is plain JavaScript, so that
 * tests start the same file as the built server.
 */

// SVG is a document with scripts. Cameras use no other formats than these; more would only add attack surface.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'],
});
sharp.cache(false);
// Each further thread would hold lines of the picture in memory.
sharp.concurrency(1);

const JPEG_QUALITY = 85;
const WEBP_QUALITY = 82;
/** Effort of libwebp: 0 is five times as fast as 4, for files a fifth larger. */
const EFFORT = 4;
const LEAST_EFFORT = 0;
const NARROW_QUALITY = 78;
/** A copy larger than this share of the original saves too little. */
const WORTH_IT = 0.8;

const TASKS = { encode, narrow };

/** Writes the picture upright and without metadata: as JPEG, or as WebP for transparency or animation. */
async function encode(file, target, { maxPixels, sheerPixels }) {
  const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true };
  try {
    const { width, height, hasAlpha, pages = 1 } = await sharp(file, options).metadata();
    const pixels = width * height * pages;
    if (pixels > maxPixels) return { outcome: 'too-large' };
    const picture = sharp(file, { ...options, animated: pages > 1 }).autoOrient();
    if (!hasAlpha && pages === 1) {
      // Optimised codes would need the coefficients of all pixels at once.
      await picture.jpeg({ quality: JPEG_QUALITY, optimiseCoding: false }).toFile(target);
      return { outcome: 'encoded', mediaType: 'image/jpeg' };
    }
    // WebP is encoded from memory as a whole, so a large picture with transparency becomes smaller.
    if (pages === 1 && pixels > sheerPixels) picture.resize({ width: Math.floor(width * Math.sqrt(sheerPixels / pixels)) });
    await picture.webp({ quality: WEBP_QUALITY, effort: pixels > sheerPixels ? LEAST_EFFORT : EFFORT }).toFile(target);
    return { outcome: 'encoded', mediaType: 'image/webp' };
  } catch (error) {
    const outcome = outcomeOf(error instanceof Error ? error.message : '');
    if (!outcome) throw error;
    return { outcome };
  }
}

/** The outcome of a failure, by the words of libvips; null for a full disk. */
function outcomeOf(words) {
  if (words.includes('No space left on device')) return null;
  if (words.includes('exceeds pixel limit')) return 'too-large';
  // An encoder fails only if it lacks memory, and some do not say so.
  if (/out of memory|insufficient memory|memory error|unable to (?:malloc|encode)/i.test(words)) return 'too-costly';
  if (/heif|unsupported image format|compression format/i.test(words)) return 'unknown-format';
  return 'damaged';
}

async function narrow(file, target, { maxPixels, widths }) {
  const { size } = await stat(file);
  const { width: full } = await sharp(file, { limitInputPixels: maxPixels })
    .metadata()
    .catch(() => ({ width: 0 }));
  const made = [];
  for (const width of widths) {
    if (width > full) continue;
    const path = join(target, `w${width}`);
    const { size: narrowed } = await sharp(file, { limitInputPixels: maxPixels, sequentialRead: true })
      .resize({ width })
      .webp({ quality: NARROW_QUALITY })
      .toFile(path);
    if (narrowed <= size * WORTH_IT) made.push({ width, path });
  }
  return { made };
}

const [task, file, target, numbers] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await TASKS[task](file, target, JSON.parse(numbers))));
