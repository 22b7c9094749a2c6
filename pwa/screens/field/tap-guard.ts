import { useEffect, useLayoutEffect, useState } from 'react';

/** Taps closer than this count once. */
const SOON_MS = 250;
/** So long after other buttons have appeared, a tap was meant for those before. */
const SETTLING_MS = 600;
/** A page may handle a tap this late. */
const LATE_MS = 5_000;
/** More touches at once are a palm, or rain. */
const FINGERS_MAX = 2;

export interface TapGuard {
  /**
   * Whether a tap at this moment counts. One that counts starts the next interval.
   * @param pressedAt when the finger came down: a hand that rests while another tap counts is no tap
   */
  counts: (now: number, pressedAt?: number) => boolean;
  /** Call this with the number of touches at each change. */
  touched: (touches: number, now: number) => void;
  /** Call this when other buttons take the place of those before. */
  changed: (now: number) => void;
  /** Whether a palm, or rain, touches the screen. */
  isPalm: () => boolean;
}

export function createTapGuard(): TapGuard {
  let lastTap = -Infinity;
  let lastPalm = -Infinity;
  let isPalm = false;
  let settledAt = -Infinity;
  return {
    counts(now, pressedAt = now) {
      // The clicks of a palm come after its last touch has ended.
      if (isPalm || now < settledAt || pressedAt < lastTap || now - Math.max(lastTap, lastPalm) < SOON_MS) return false;
      lastTap = now;
      return true;
    },
    touched(touches, now) {
      if (isPalm) lastPalm = now;
      isPalm = touches > FINGERS_MAX || (isPalm && touches > 0);
    },
    changed(now) {
      settledAt = now + SETTLING_MS;
    },
    isPalm: () => isPalm,
  };
}

/** Decides which taps count: not the second of two at once, and no palm. */
export function useTapGuard(): TapGuard {
  const [guard] = useState(createTapGuard);
  useEffect(() => {
    const look = (event: TouchEvent) => guard.touched(event.touches.length, momentOf(event));
    const types = ['touchstart', 'touchend', 'touchcancel'] as const;
    const how = { passive: true, capture: true };
    for (const type of types) addEventListener(type, look, how);
    return () => {
      for (const type of types) removeEventListener(type, look, how);
    };
  }, [guard]);
  return guard;
}

/** Call this in a view whose buttons take the place of others. */
export function useChangedView(guard: TapGuard): void {
  useLayoutEffect(() => guard.changed(performance.now()), [guard]);
  useFocusedHeading();
}

/** Focuses the heading of a view that appears after the pressed button has gone. */
export function useFocusedHeading(): void {
  useLayoutEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, []);
}

/**
 * When an event happened, by `performance.now()`: a busy page handles it later. Now, if its time stamp is not of that clock,
 * because one in the future would let no later tap count.
 */
export function momentOf({ timeStamp }: { timeStamp: number }): number {
  const now = performance.now();
  return timeStamp > 0 && timeStamp <= now && now - timeStamp < LATE_MS ? timeStamp : now;
}
