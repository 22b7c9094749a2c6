import type { EntityRow } from '../entities.ts';
import { standingReps } from '../reps.ts';
import { measuresOf } from '../set-words.ts';
import { trainingDay } from '../training-day.ts';
import { zoneTime } from '../zone-clock.ts';
import { type CsvValue, csvHead, csvLine } from './csv.ts';
import type { FileOf } from './exported-rows.ts';
import { type ExportSource, type ManyRows, some, type TextFile } from './export-source.ts';
import { setLine } from './sets-csv.ts';

type Line = Readonly<Record<string, CsvValue>>;

/** The rows as spreadsheets, with names in place of ids. A kind without rows has none. */
export function* csvFiles(source: ExportSource, fileOf: FileOf): Generator<TextFile> {
  const { names, sessions } = source;
  const dogOf = (id: string | null) => (id === null ? null : (names.dogs.get(id) ?? null));
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const inOrder = sessions.map(({ id }) => id);
  const table = <E extends ManyRows>(name: string, entity: E, lineOf: (row: EntityRow<E>) => Line, ids = source.ids[entity]) =>
    csvFile(name, ids, async (some) => (await source.read(entity, some)).map(lineOf));

  yield* table(
    'sessions',
    'videos',
    (video) => ({
      date: trainingDay(video.trainedAt, video.trainedZone),
      time: timeOf(video.trainedAt, video.trainedZone),
      zone: video.trainedZone,
      dog: dogOf(video.dogId),
      title: video.title,
      notes: video.description,
      weather: video.weather,
      surface: video.surface,
      place: video.place,
      film: fileOf(video.videoUrl),
      public_link: video.shared,
    }),
    inOrder,
  );
  if (source.ids.sets.length > 0) {
    yield* csvFile('sets', inOrder, async (ids) => {
      const sets = await source.setsOf(ids);
      return sets.map((set) => {
        const session = byId.get(set.videoId);
        return setLine({ session: session?.title ?? '', dog: dogOf(session?.dogId ?? null), set, reps: standingReps(set) });
      });
    });
  }
  yield* table('dogs', 'dogs', ({ name, breed, birthdate, titles, notes, retiredAt, image }) => ({
    name,
    breed,
    birthdate,
    titles: titles.join('\n'),
    notes,
    retired: retiredAt?.slice(0, 10) ?? null,
    picture: fileOf(image),
  }));
  yield* table('cues', 'cues', ({ name, sport, difficulty, description, steps, visibility }) => ({
    name,
    sport,
    difficulty,
    description,
    steps: steps.join('\n'),
    visibility,
  }));
  yield* table('programs', 'programs', ({ name, dogId, goal, cues }) => ({
    name,
    dog: dogOf(dogId),
    goal,
    cues: cues.flatMap(({ cueId }) => names.cues.get(cueId) ?? []).join('\n'),
  }));
  yield* table('plans', 'plans', ({ day, dogId, exercises, note }) => ({
    day,
    dog: dogOf(dogId),
    exercises: exercises.map((each) => [each.exercise, measuresOf(each)].filter(Boolean).join(', ')).join('\n'),
    note,
  }));
  yield* table('trials', 'trials', ({ day, dogId, name, level, place, entryCloses, result, points, titleWon }) => ({
    day,
    dog: dogOf(dogId),
    name,
    level,
    place,
    entry_closes: entryCloses,
    result,
    points,
    title_won: titleWon,
  }));
  if (inOrder.length > 0) yield { name: 'csv/comments.csv', pieces: comments() };

  /** Own ones have no author. */
  async function* comments(): AsyncGenerator<string> {
    yield csvHead(['written_at', 'author', 'session', 'comment']);
    for (const ids of some(inOrder)) {
      const found = await source.commentsUnder(ids);
      yield found
        .map(({ videoId, author, content, createdAt }) => csvLine([createdAt, author, byId.get(videoId)?.title ?? '', content]))
        .join('');
    }
  }
}

/** A file with the columns of its first line. @param linesOf reads those of some ids */
function* csvFile(
  name: string,
  ids: readonly string[],
  linesOf: (ids: readonly string[]) => Promise<readonly Line[]>,
): Generator<TextFile> {
  async function* pieces(): AsyncGenerator<string> {
    let isFirst = true;
    for (const group of some(ids)) {
      const lines = await linesOf(group);
      const [first] = lines;
      if (!first) continue;
      yield (isFirst ? csvHead(Object.keys(first)) : '') + lines.map((line) => csvLine(Object.values(line))).join('');
      isFirst = false;
    }
  }
  if (ids.length > 0) yield { name: `csv/${name}.csv`, pieces: pieces() };
}

/** HH:MM at the place of training. */
function timeOf(trainedAt: string, zone: string): string {
  const { hour, minute } = zoneTime(Date.parse(trainedAt), zone);
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
