import { unreadable } from './mp4-boxes.ts';
import type { Patch } from '../store/patch.ts';

/**
 * An hour of data at 30 frames a second takes 216,000 patches, two for each frame. Sorting and applying more than this would
 * hold up other requests (R161) and fill the memory.
 */
const PATCHES_MOST = 300_000;

/** The patches for one file, in the order in which they are found. */
export class FoundPatches {
  readonly #patches: Patch[] = [];

  get count(): number {
    return this.#patches.length;
  }

  get all(): readonly Patch[] {
    return this.#patches;
  }

  /** Moves all patches of `others` into this. */
  take(others: FoundPatches): void {
    for (const patch of others.#patches) this.add(patch);
    others.backTo(0);
  }

  /** Forgets what was found after the first `count`, before the same part of the file is read again. */
  backTo(count: number): void {
    this.#patches.length = count;
  }

  /** @throws Refusal 415 when the file needs more patches than a file of any camera */
  add(...patches: readonly Patch[]): void {
    if (this.#patches.length + patches.length > PATCHES_MOST) throw unreadable();
    this.#patches.push(...patches);
  }
}
