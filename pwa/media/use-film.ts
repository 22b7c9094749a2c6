import { type RefObject, useRef, useState } from 'react';
import { FrameClock } from './frame-clock.ts';
import { jumpTo, type LoopRange, nextLoop } from './loop-range.ts';

export interface Film {
  video: RefObject<HTMLVideoElement | null>;
  /** The moment on screen, or the moment sought, in seconds. */
  now: number;
  /** In seconds; 0 while unknown. */
  length: number;
  /** Whether the browser knows the film, so that it can seek. */
  ready: boolean;
  playing: boolean;
  speed: number;
  muted: boolean;
  loop: LoopRange;
  togglePlay: () => void;
  /** @param frames number of frames, negative to go back */
  step: (frames: number) => void;
  seek: (seconds: number) => void;
  setSpeed: (speed: number) => void;
  toggleMuted: () => void;
  /** Sets the loop's next point at the current moment, or ends the loop. */
  setLoopPoint: () => void;
  /** Handlers for events of the video element. */
  events: {
    shown: (mediaTime: number) => void;
    loaded: (element: HTMLVideoElement) => void;
    lengthKnown: (seconds: number) => void;
    playing: (playing: boolean) => void;
    sought: () => void;
    ended: () => void;
  };
}

/** The state of one film in the player. @param known length in seconds that the device or server measured, or null */
export function useFilm(known: number | null): Film {
  const video = useRef<HTMLVideoElement>(null);
  const [clock] = useState(() => new FrameClock());
  const [now, setNow] = useState(0);
  const [measured, setMeasured] = useState(0);
  const [ready, setReady] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [muted, setMuted] = useState(false);
  const [loop, setLoop] = useState<LoopRange>(null);
  /** While one seek runs, the next waits: a browser shows no frame if every seek cancels the previous one. */
  const seeking = useRef<{ wanted: number; asked: number } | null>(null);
  const length = Math.max(measured || (known ?? 0), now);

  const seek = (seconds: number) => {
    const element = video.current;
    if (!element) return;
    const wanted = Math.min(Math.max(0, seconds), length);
    setNow(wanted);
    if (seeking.current) seeking.current.wanted = wanted;
    else {
      seeking.current = { wanted, asked: wanted };
      element.currentTime = wanted;
    }
  };
  const events: Film['events'] = {
    shown: (mediaTime) => {
      clock.saw(mediaTime);
      if (seeking.current) return;
      setNow(mediaTime);
      const from = jumpTo(loop, mediaTime);
      if (from !== null && video.current) video.current.currentTime = from;
    },
    loaded: (element) => {
      element.playbackRate = speed;
      setReady(true);
      events.lengthKnown(element.duration);
    },
    // A recording that a browser made has no length until its end was read.
    lengthKnown: (seconds) => setMeasured(Number.isFinite(seconds) ? seconds : 0),
    playing: setPlaying,
    sought: () => {
      const { current } = seeking;
      if (!current || !video.current) return;
      if (current.wanted === current.asked) seeking.current = null;
      else video.current.currentTime = current.asked = current.wanted;
    },
    ended: () => {
      if (loop?.to == null || !video.current) return;
      video.current.currentTime = loop.from;
      void video.current.play().catch(() => undefined);
    },
  };
  return {
    video,
    now,
    length,
    ready,
    playing,
    speed,
    muted,
    loop,
    togglePlay: () => {
      const element = video.current;
      // If the browser refuses to play, the button still offers Play.
      if (element?.paused) element.play().catch(() => undefined);
      else element?.pause();
    },
    step: (frames) => {
      const element = video.current;
      if (!element) return;
      element.pause();
      element.currentTime = Math.min(clock.momentOf(element.currentTime, frames), element.duration || Number.MAX_VALUE);
    },
    seek,
    setSpeed: (chosen) => {
      setSpeed(chosen);
      if (video.current) video.current.playbackRate = chosen;
    },
    toggleMuted: () => setMuted(!muted),
    setLoopPoint: () => setLoop(nextLoop(loop, video.current?.currentTime ?? 0)),
    events,
  };
}
