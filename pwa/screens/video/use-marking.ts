import { useRef, useState } from 'react';
import { NAME_MAX } from '../../../api/contract/limits.ts';
import type { RepKind } from '../../../api/contract/reps.ts';
import { placeAfter } from '../../../api/contract/place-after.ts';
import type { SetCard } from '../../../sync/queries/sets.ts';
import { showFailure } from '../../forms/show-failure.ts';
import type { Film } from '../../media/use-film.ts';
import { newRep } from '../../sets/new-rep.ts';
import { SET_TEXTS } from '../../sets/texts.ts';
import { latestRep, useSetActions } from '../../sets/use-set-actions.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import { useMutate } from '../../sync/use-mutate.ts';
import { setToMark } from './film-reps.ts';

/** Stands for a set that does not exist yet. */
export const NEW_SET = 'new';

/** Undo goes back to this long before the rep, so that it can be judged again. */
const AGAIN_SECONDS = 2;

export interface Marking {
  /** The set that the reps go to; null for a new one. */
  card: SetCard | null;
  /** @param id of a set, or `NEW_SET` */
  choose: (id: string) => void;
  /** Stores a rep at the moment on screen. */
  mark: (kind: RepKind) => Promise<boolean>;
  /** Strikes the rep marked last and goes back to shortly before it. */
  undo: () => Promise<boolean>;
}

/** Marks reps in a session's film. A new set gets the session's title as its exercise. */
export function useMarking(film: Film, video: { id: string; title: string }, cards: readonly SetCard[]): Marking {
  const mutate = useMutate();
  const ports = usePorts();
  const actions = useSetActions();
  const [chosen, choose] = useState<string | null>(null);
  /** The set that the first tap makes. The next tap may come before it is listed. */
  const making = useRef<Promise<{ id: string } | null>>(null);
  const card = cards.find(({ set }) => set.id === chosen) ?? (chosen === NEW_SET ? null : setToMark(cards));
  const marked = card?.reps.filter(({ filmMs }) => filmMs !== null) ?? [];

  async function make(rep: string): Promise<{ id: string } | null> {
    const now = new Date(ports.now()).toISOString();
    const exercise = video.title.slice(0, NAME_MAX).trim();
    const payload = { videoId: video.id, exercise, position: placeAfter(cards.map(({ set }) => set)), startedAt: now, reps: [rep] };
    try {
      const made = await mutate('sets.create', { payload });
      choose(made.id);
      return made;
    } catch (error) {
      showFailure(error, SET_TEXTS.tapFailed);
      return null;
    }
  }
  return {
    card,
    choose(id) {
      making.current = null;
      choose(id);
    },
    async mark(kind) {
      const filmMs = Math.round((film.video.current?.currentTime ?? 0) * 1000);
      const isListed = cards.some(({ set }) => set.id === chosen);
      const made = isListed ? null : await making.current;
      const id = made?.id ?? card?.set.id;
      if (id) return (await actions.tap(id, kind, filmMs)) !== null;
      making.current = make(newRep(ports, kind, ports.now(), filmMs));
      return (await making.current) !== null;
    },
    async undo() {
      const last = latestRep(marked);
      if (!card || !last || !(await actions.undo({ set: card.set, reps: marked }))) return false;
      film.seek((last.filmMs ?? 0) / 1000 - AGAIN_SECONDS);
      return true;
    },
  };
}
