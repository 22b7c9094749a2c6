/** Default until two frames were seen: most phones film at 30 frames per second. */
const USUAL_FRAME_SECONDS = 1 / 30;

/** Plausible frame durations: slow motion has 240 frames per second, filming in the dark 10. */
const SHORTEST_FRAME_SECONDS = 1 / 250;
const LONGEST_FRAME_SECONDS = 1 / 8;

/** Tolerance in frames, because timestamps are rounded to microseconds. */
const ROUNDING = 1e-3;

/**
 * Estimates a video's frame duration from the timestamps of shown frames; browsers don't expose it. Skipped frames make
 * longer gaps, so the shortest gap counts.
 */
export class FrameClock {
  #last: number | null = null;
  #shortest = Number.POSITIVE_INFINITY;

  /** @param mediaTime timestamp of a shown frame, in seconds of the video */
  saw(mediaTime: number): void {
    const gap = this.#last === null ? 0 : mediaTime - this.#last;
    this.#last = mediaTime;
    if (gap >= SHORTEST_FRAME_SECONDS && gap <= LONGEST_FRAME_SECONDS) this.#shortest = Math.min(this.#shortest, gap);
  }

  get frameSeconds(): number {
    return Number.isFinite(this.#shortest) ? this.#shortest : USUAL_FRAME_SECONDS;
  }

  /** @returns the time in seconds, at least 0, of the frame that is `frames` away from the one at `moment` */
  momentOf(moment: number, frames: number): number {
    const shown = Math.floor(moment / this.frameSeconds + ROUNDING);
    // Aim at the middle of the frame: at its edge, rounding decides which frame is shown.
    return Math.max(0, (shown + frames + 0.5) * this.frameSeconds);
  }
}
