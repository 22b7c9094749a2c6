import type { StoreNotes } from './media-store.ts';
import type { Patch } from './patch.ts';
import { pauseAfterSteps } from './pause-after-steps.ts';

const noteOf = (uploadId: string): string => `patches/${uploadId}`;

/**
 * The patches of an upload that is overwritten in place, noted before the first is applied: a search in partly
 * patched bytes may find others (docs/decisions/0130).
 */
export async function notedPatches(
  notes: StoreNotes,
  uploadId: string,
  findPatches: () => Promise<readonly Patch[]>,
): Promise<readonly Patch[]> {
  const noted = await notes.read(noteOf(uploadId));
  if (noted !== null) return fromText(noted);
  const patches = await findPatches();
  if (patches.length > 0) await notes.write(noteOf(uploadId), await toText(patches));
  return patches;
}

export const forgetPatches = (notes: StoreNotes, uploadId: string): Promise<void> => notes.remove(noteOf(uploadId));

/** One line for each patch. There may be hundreds of thousands, and other requests run meanwhile (R161). */
async function toText(patches: readonly Patch[]): Promise<string> {
  const pause = pauseAfterSteps();
  let text = '';
  for (const { offset, length, bytes } of patches) {
    await pause();
    text += `${offset} ${length} ${bytes ? Buffer.from(bytes).toString('hex') : ''}\n`;
  }
  return text;
}

async function fromText(text: string): Promise<Patch[]> {
  const pause = pauseAfterSteps();
  const patches: Patch[] = [];
  for (let start = 0; start < text.length; ) {
    await pause();
    const end = text.indexOf('\n', start);
    const [offset, length, hex] = text.slice(start, end).split(' ');
    patches.push({ offset: Number(offset), length: Number(length), ...(hex && { bytes: Buffer.from(hex, 'hex') }) });
    start = end + 1;
  }
  return patches;
}
