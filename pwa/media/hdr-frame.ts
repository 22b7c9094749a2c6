import { type HdrTransfer, toneMapper } from '../../api/contract/tone-map.ts';

/** How the shown frame encodes HDR; null for SDR, or if this browser cannot tell, as without WebCodecs. */
export function hdrTransferOf(video: HTMLVideoElement): HdrTransfer | null {
  if (typeof VideoFrame === 'undefined') return null;
  try {
    const frame = new VideoFrame(video);
    const transfer: string | null = frame.colorSpace.transfer;
    frame.close();
    return transfer === 'hlg' || transfer === 'pq' ? transfer : null;
  } catch {
    return null;
  }
}

/**
 * Mean difference of two pictures, of 255. If the browser converts the colours despite `colorSpaceConversion: 'none'`, the
 * pictures differ only by rounding, otherwise ten times as much.
 */
const SAME_PICTURE = 2;

/**
 * Replaces the drawn frame of an HDR video with its SDR colours. Some browsers draw HDR pale on a canvas, but also return the
 * pixels as the film encodes them. In other browsers, the browser's own drawing stays.
 */
export async function redrawInSdr(video: HTMLVideoElement, transfer: HdrTransfer, context: CanvasRenderingContext2D): Promise<void> {
  const { width, height } = context.canvas;
  const drawn = context.getImageData(0, 0, width, height);
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
