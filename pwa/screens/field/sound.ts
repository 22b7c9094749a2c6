import { useMemo, useState } from 'react';
import type { RepKind } from '../../../api/contract/reps.ts';

/** Pitches that differ enough for wind and a hood, in hertz. */
const PITCH: Record<RepKind, number> = { hit: 880, helped: 523, miss: 262 };
const TONE_SECONDS = 0.12;
const VIBRATION_MS: Record<RepKind, number | number[]> = { hit: 40, helped: [40, 60, 40], miss: 160 };
/** A choice of this device, not of a person. */
const KEY = 'longline-field-sound';

export interface Sound {
  on: boolean;
  toggle: () => void;
  /** Plays the tone of a rep if sound is on, and vibrates where the device can. */
  play: (kind: RepKind) => void;
}

export function useSound(): Sound {
  const [on, setOn] = useState(() => localStorage.getItem(KEY) !== 'off');
  return useMemo(
    () => ({
      on,
      toggle() {
        localStorage.setItem(KEY, on ? 'off' : 'on');
        setOn(!on);
      },
      play(kind) {
        if ('vibrate' in navigator) navigator.vibrate(VIBRATION_MS[kind]);
        // Last, because a browser may refuse.
        if (on) playTone(PITCH[kind]);
      },
    }),
    [on],
  );
}

let context: AudioContext | undefined;

function playTone(hertz: number): void {
  context ??= new AudioContext();
  // A browser suspends it until a tap, and again while the page is hidden.
  void context.resume();
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  const start = context.currentTime;
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0.4, start);
  // Fades out, because a sudden end clicks.
  volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + TONE_SECONDS);
}
