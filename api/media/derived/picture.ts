import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { PICTURE_WIDTHS } from '../../contract/derived-media.ts';
import { Refusal } from '../../errors.ts';
import { inTurns } from '../ports/in-turns.ts';
import { type Limits, ProgramFailed, runBounded } from '../ports/run-bounded.ts';
import { refusingWhenFull } from '../store/disk-full.ts';

/** Pixels over all frames of an animation (R99): 64 megapixels. */
const PICTURE_MAX_PIXELS = 64_000_000;
/** A still picture with transparency is reduced to this size, because its encoder needs all pixels at once. */
const SHEER_MAX_PIXELS = 8_000_000;

const PROGRAM = fileURLToPath(new URL('./decode-picture.mjs', import.meta.url));
/** The largest JPEG of a phone, turned upright, needs 260 MB. */
const LIMITS: Limits = { memory: { counted: '-d', kilobytes: 300 * 1_024 }, processorSeconds: 15, writtenBlocks: 262_144 };
const TURN_MS = 60_000;
const BUSY = 'The server is busy. Your upload is kept and continues in a minute.';
const STOPPING: readonly (number | string)[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];
/**
 * Node's own threads and allocator would take memory that the picture needs. From Node 24, V8 reserves 512 MB for compiled
 * code, which the limit counts; without a compiler it reserves none.
 */
const NODE_OPTIONS = ['--max-old-space-size=32', '--v8-pool-size=0', '--jitless'];
const ENV = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1', VIPS_DISC_THRESHOLD: '1g' };

/** One picture at a time in this process, whether it is finalized or made narrow. */
const inTurn = inTurns();

const Encoded = z.union([
  z.object({ outcome: z.literal('encoded'), mediaType: z.enum(['image/jpeg', 'image/webp']) }),
  z.object({ outcome: z.enum(['too-large', 'too-costly', 'unknown-format', 'damaged']) }),
]);
const Narrowed = z.object({ made: z.array(z.object({ width: z.number(), path: z.string() })) });

export interface Picture {
  ownerId: string;
  file: string;
}

/**
 * Re-encodes a picture into the file `target`: upright, and without location or other metadata. JPEG, which every
 * program opens, or WebP for transparency or animation.
 * @returns its media type; null when this machine's decoder cannot read the format (HEIC)
 * @throws Refusal 413 for more than 64 megapixels or too much work, 415 for a broken picture, 503, 507
 */
export async function encodePicture({ ownerId, file }: Picture, target: string): Promise<'image/jpeg' | 'image/webp' | null> {
  const said = await decode(ownerId, ['encode', file, target, numbers({ sheerPixels: SHEER_MAX_PIXELS })]).catch((error: unknown) => {
    if (isTooCostly(error)) return '{"outcome":"too-costly"}';
    throw error;
  });
  const result = Encoded.parse(JSON.parse(said));
  switch (result.outcome) {
    case 'encoded':
      return result.mediaType;
    case 'unknown-format':
      return null;
    case 'too-large':
      throw new Refusal('too_large', 'This picture has more than 64 megapixels. Please make it smaller first.');
    case 'too-costly':
      throw new Refusal('too_large', 'This picture takes too long or too much memory to open. Please make it smaller first.');
    case 'damaged':
      throw new Refusal('unsupported_type', "This picture is damaged and can't be shown.");
  }
}

/**
 * Writes a picture in the widths of cards into a folder, as WebP; for an animation, its first frame. Includes a width
 * equal to the picture's own, such as a device's poster: WebP is much smaller.
 * @returns empty if the server cannot decode the picture (HEIC)
 * @throws ProgramFailed, AbortError, Refusal 507
 */
export async function narrowPictures(
  { ownerId, file }: Picture,
  folder: string,
  signal: AbortSignal,
): Promise<z.infer<typeof Narrowed>['made']> {
  const said = await decode(ownerId, ['narrow', file, folder, numbers({ widths: PICTURE_WIDTHS })], signal);
  return Narrowed.parse(JSON.parse(said)).made;
}

const numbers = (more: object) => JSON.stringify({ maxPixels: PICTURE_MAX_PIXELS, ...more });

async function decode(ownerId: string, words: string[], signal?: AbortSignal): Promise<string> {
  return inTurn(ownerId, async () => {
    const began = performance.now();
    try {
      return await refusingWhenFull(() =>
        runBounded(process.execPath, [...NODE_OPTIONS, PROGRAM, ...words], {
          timeoutMs: TURN_MS,
          limits: LIMITS,
          env: ENV,
          ...(signal && { signal }),
        }),
      );
    } catch (error) {
      // Not the picture's fault: a costly picture uses up its processor time first, or reaches another limit.
      if (performance.now() - began >= TURN_MS || wasStopped(error))
        throw new Refusal('unavailable', BUSY, { retryAfter: 60, cause: error });
      throw error;
    }
  });
}

/** Ctrl-C and systemd stop all processes of the server. No limit sends these signals. */
const wasStopped = (error: unknown): boolean => error instanceof ProgramFailed && STOPPING.includes(error.exit);

/** Whether a limit ended the process: by a signal, or because it could not reserve memory. It reports other failures itself. */
const isTooCostly = (error: unknown): boolean => error instanceof ProgramFailed && (typeof error.exit === 'string' || error.exit > 128);
