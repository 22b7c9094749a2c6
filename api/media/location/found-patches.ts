import { unreadable } from './mp4-boxes.ts';
import type { Patch } from '../store/patch.ts';

/**
 * An hour of data, 30 frames a second, takes 216,000: two a frame. More would hold up other requests while they are sorted
 * and applied (R161), and fill the memory.
 */
const PATCHES_MOST = 300_000;

/** The patches for one file, in the order in which they are found. */
export class FoundPatches {
  readonly #patches: Patch[] = [];

  get all(): readonly Patch[] {
    return this.#patches;
  }

  /** @throws Refusal 415 when the file needs more patches than any camera's */
  add(...patches: readonly Patch[]): void {
    if (this.#patches.length + patches.length > PATCHES_MOST) throw unreadable();
    this.#patches.push(...patches);
  }
}
