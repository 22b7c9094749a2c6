import { useState } from 'react';
import type { TrainingSet } from '../../../api/contract/entities/set.ts';
import type { FieldSet } from '../../../sync/queries/field.ts';
import { setCard } from '../../../sync/queries/sets.ts';

type Counted = Pick<TrainingSet, 'reps' | 'struck'>;

const NONE: Counted = { reps: [], struck: [] };

export interface CountedAhead {
  shown: FieldSet;
  /** Call this once the device has stored a rep, or the id of a struck one. */
  add: (stored: Partial<Counted>) => void;
}

/**
 * The set with what this device has stored and the live query has not read yet. A knot must not wait for that query: it runs
 * while the engine works on the same tap.
 */
export function useCountedAhead(read: FieldSet): CountedAhead {
  const [ahead, setAhead] = useState(NONE);
  const { set } = read;
  const unread = {
    reps: ahead.reps.filter((rep) => !set.reps.includes(rep)),
    struck: ahead.struck.filter((id) => !set.struck.includes(id)),
  };
  const isAllRead = unread.reps.length + unread.struck.length === 0;
  // A rep that the server refuses later must not come back.
  if (isAllRead && ahead !== NONE) setAhead(NONE);
  const add = ({ reps = [], struck = [] }: Partial<Counted>) =>
    setAhead((before) => ({ reps: [...before.reps, ...reps], struck: [...before.struck, ...struck] }));
  return { shown: isAllRead ? read : withUnread(read, unread), add };
}

function withUnread(read: FieldSet, unread: Counted): FieldSet {
  const set = { ...read.set, reps: [...read.set.reps, ...unread.reps], struck: [...read.set.struck, ...unread.struck] };
  return { ...read, ...setCard(set, read.sync) };
}
