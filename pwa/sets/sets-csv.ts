import { csvOf } from '../../api/contract/export/csv.ts';
import { SET_COLUMNS, setLine } from '../../api/contract/export/sets-csv.ts';
import type { CountedSession } from '../../sync/queries/counted-sessions.ts';

/** The sets of sessions as a file. @param dog name of the dog of these sessions; null without one */
export function csvFile(sessions: readonly CountedSession[], dog: string | null): Blob {
  const sets = sessions.flatMap(({ video, sets }) => sets.map((set) => ({ ...set, session: video.title, dog })));
  return new Blob([csvOf(SET_COLUMNS, sets.map(setLine))], { type: 'text/csv;charset=utf-8' });
}
