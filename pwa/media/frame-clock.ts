/** Until two frames were seen: most phones film 30 a second. */
const USUAL_FRAME_SECONDS = 1 / 30;

/** Frames last between these: 240 a second in slow motion, 10 a second in the dark. */
const SHORTEST_FRAME_SECONDS = 1 / 250;
const LONGEST_FRAME_SECONDS = 1 / 8;

/** In frames: moments are stored to the microsecond. */
const ROUNDING = 1e-3;

/**
 * Learns how long one frame of a video lasts from the moments of the frames that were shown, since nothing in a
 * browser tells it. Frames that were skipped make longer gaps, so the shortest one counts.
 */
export class FrameClock {
  #last: number | null = null;
  #shortest = Number.POSITIVE_INFINITY;

  /** @param mediaTime seconds at which a shown frame stands in the video */
  saw(mediaTime: number): void {
    const gap = this.#last === null ? 0 : mediaTime - this.#last;
    this.#last = mediaTime;
    if (gap >= SHORTEST_FRAME_SECONDS && gap <= LONGEST_FRAME_SECONDS) this.#shortest = Math.min(this.#shortest, gap);
  }

  get frameSeconds(): number {
    return Number.isFinite(this.#shortest) ? this.#shortest : USUAL_FRAME_SECONDS;
  }

  /** Where the frame is that stands so many frames from the one at `moment`, in seconds. */
  momentOf(moment: number, frames: number): number {
    const shown = Math.floor(moment / this.frameSeconds + ROUNDING);
    // Its middle: on its edge, rounding decides which frame is shown.
    return Math.max(0, (shown + frames + 0.5) * this.frameSeconds);
  }
}
