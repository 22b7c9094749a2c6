import { useEffect, useEffectEvent, useState } from 'react';
import type { Film } from '../../media/use-film.ts';
import { clipOf, type FilmRep } from './film-reps.ts';

/** A position further behind a clip was chosen by hand, so the film plays on. */
const NEAR_SECONDS = 1;

export interface Clips {
  /** Place of the rep that plays; -1 for none. */
  place: number;
  play: (rep: FilmRep) => void;
  /** Plays the next one, or after the last the first. */
  next: () => void;
}

/** Plays the clips of these reps one after the other, from the first one as soon as the film is ready. */
export function useClips(film: Film, reps: readonly FilmRep[]): Clips {
  const { ready, playing, now, length } = film;
  const [chosen, choose] = useState<string | null>(null);
  const place = reps.findIndex(({ id }) => id === chosen);
  const play = (rep: FilmRep | undefined) => {
    choose(rep?.id ?? null);
    const element = film.video.current;
    if (!element || !rep) return element?.pause();
    film.seek(clipOf(rep, length).from);
    if (element.paused) film.togglePlay();
  };
  const begin = useEffectEvent(() => play(reps[0]));
  useEffect(() => {
    if (ready) begin();
  }, [ready]);
  const rep = reps[place];
  const end = rep ? clipOf(rep, length).to : Number.POSITIVE_INFINITY;
  const isOver = playing && now >= end && now < end + NEAR_SECONDS;
  const goOn = useEffectEvent(() => play(reps[place + 1]));
  useEffect(() => {
    if (isOver) goOn();
  }, [isOver]);
  return { place, play, next: () => play(reps[(place + 1) % reps.length]) };
}
