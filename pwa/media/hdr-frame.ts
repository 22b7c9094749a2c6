import { type HdrTransfer, toneMapper } from '../../api/contract/tone-map.ts';
import { hdrTransferInFile } from './hdr-in-file.ts';

export interface HdrFrame {
  transfer: HdrTransfer;
  /** Whether the browser knows that the frame is HDR, and may convert its colours when it draws it. */
  isKnown: boolean;
}

/** How the shown frame of a film encodes HDR; null for SDR, or without WebCodecs. */
export async function hdrFrameOf(video: HTMLVideoElement, file: Blob): Promise<HdrFrame | null> {
  const told = toldTransfer(video);
  if (told === 'hlg' || told === 'pq') return { transfer: told, isKnown: true };
  const transfer = told === null ? await hdrTransferInFile(file) : null;
  return transfer && { transfer, isKnown: false };
}

/**
 * The browser's name for how the frame encodes light. Null if it keeps nothing about colours, as Firefox; undefined if it
 * cannot be asked or keeps other names only, because it may then have converted the colours.
 */
function toldTransfer(video: HTMLVideoElement): string | null | undefined {
  if (typeof VideoFrame === 'undefined') return undefined;
  try {
    const frame = new VideoFrame(video);
    const { transfer, primaries, matrix } = frame.colorSpace;
    frame.close();
    return transfer ?? (primaries === null && matrix === null ? null : undefined);
  } catch {
    return undefined;
  }
}

/**
 * Mean difference of two pictures, of 255. If the browser converts the colours despite `colorSpaceConversion: 'none'`, the
 * pictures differ only by rounding, otherwise ten times as much.
 */
const SAME_PICTURE = 2;

/**
 * Replaces the drawn frame of an HDR video with its SDR colours (docs/decisions/0136). A browser that does not know of HDR
 * has drawn the pixels as the film encodes them. Some others draw HDR pale on a canvas, but also return the encoded pixels.
 * In the rest, the browser's own drawing stays.
 */
export async function redrawInSdr(
  video: HTMLVideoElement,
  { transfer, isKnown }: HdrFrame,
  context: CanvasRenderingContext2D,
): Promise<void> {
  const { width, height } = context.canvas;
  const drawn = context.getImageData(0, 0, width, height);
  if (!isKnown) {
    toneMap(drawn.data, transfer);
    context.putImageData(drawn, 0, 0);
    return;
  }
  const encoded = await createImageBitmap(video, { colorSpaceConversion: 'none' });
  context.drawImage(encoded, 0, 0, width, height);
  encoded.close();
  const pixels = context.getImageData(0, 0, width, height);
  if (meanDifference(pixels.data, drawn.data) < SAME_PICTURE) return;
  toneMap(pixels.data, transfer);
  context.putImageData(pixels, 0, 0);
}

function toneMap(pixels: Uint8ClampedArray, transfer: HdrTransfer): void {
  const sdrOf = toneMapper(transfer, 256);
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue] = sdrOf(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!);
    pixels[at] = 255 * red;
    pixels[at + 1] = 255 * green;
    pixels[at + 2] = 255 * blue;
  }
}

function meanDifference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs(one[at]! - other[at]!);
  return sum / one.length;
}
