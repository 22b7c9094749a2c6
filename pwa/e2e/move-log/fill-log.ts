import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ENVELOPE_MAX_OPERATIONS } from '../../../api/contract/limits.ts';
import { type BatchAnswer, type Operation, SYNC_VERSION } from '../../../api/contract/sync-protocol.ts';
import type { ApiPerson } from '../harness/api-person.ts';

/** Words of another person that must not be in an export. */
export const OF_OTHERS = ['Zibeline', 'zibeline@example.org'];

interface LogSize {
  sessions: number;
  /** Paths of files for the first sessions. */
  films: readonly string[];
}

/** Logs sessions with sets, comments, dogs, cues, programs, plans and trials, and films for the first of them. */
export async function fillLog(kate: ApiPerson, { sessions, films }: LogSize): Promise<void> {
  const [fen, rex, down, here] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string];
  const program = randomUUID();
  await send(kate, [
    create('dogs', fen, { name: 'Fen', breed: 'Border Collie', birthdate: '2021-04-03', titles: ['IGP 1', 'BH'] }),
    create('dogs', rex, { name: 'Rex', breed: 'Malinois', birthdate: '2019-11-30', notes: 'Zeile 1\nLine 2 "quoted", with commas' }),
    create('cues', down, { name: 'Down', steps: ['Lure', 'Hand'], visibility: 'public' }),
    create('cues', here, { name: '=Here', description: '<b>Fast</b> & straight' }),
    create('programs', program, { name: 'Spring', dogId: fen }),
    { ...operation('programs.addCue', { cueId: here, orderIndex: 0 }), params: { id: program } },
    { ...operation('programs.addCue', { cueId: down, orderIndex: 1 }), params: { id: program } },
    create('trials', randomUUID(), { name: 'Autumn trial', day: '2026-10-03', dogId: fen, result: 'Passed', points: 88.5 }),
  ]);
  const objects: string[] = [];
  for (const film of films) objects.push(await upload(kate, film));
  const operations: Operation[] = [];
  for (let number = 0; number < sessions; number += 1) {
    const [id, set] = [randomUUID(), randomUUID()];
    const trainedAt = new Date(Date.UTC(2016, 0, 1, 9) + number * 8 * 3_600_000).toISOString();
    const dogId = number % 3 === 0 ? rex : number % 3 === 1 ? fen : null;
    // Titles repeat, and each folder of the export needs a name of its own.
    const title = `Track ${number % 7}: wet? ${number % 2 === 0 ? '🐕' : 'a/b'}`;
    const videoUrl = objects[number] ?? null;
    operations.push(
      create('videos', id, {
        title,
        description: `Day ${number}`,
        dogId,
        trainedAt,
        trainedZone: 'Europe/Berlin',
        place: 'Field',
        videoUrl,
      }),
    );
    if (number % 2 === 0)
      operations.push(
        create('sets', set, {
          videoId: id,
          exercise: 'Down',
          cueId: down,
          distanceM: number % 60,
          startedAt: trainedAt,
          reps: ['rep00001 hit', 'rep00002 miss'],
        }),
      );
    if (number % 10 === 0)
      operations.push(
        create('plans', randomUUID(), {
          day: trainedAt.slice(0, 10),
          dogId,
          exercises: [{ id: 'exercise', exercise: 'Down', cueId: down }],
          videoIds: [id],
          done: number % 2 === 0 ? [`exercise ${set}`] : [],
        }),
      );
    if (number % 200 === 0)
      operations.push({ ...create('comments', randomUUID(), { content: `Own words ${number}` }), params: { videoId: id } });
  }
  await send(kate, operations);
}

const operation = (call: string, payload: object): Operation => ({ key: randomUUID(), call, params: {}, payload });
const create = (entity: string, id: string, payload: object): Operation => operation(`${entity}.create`, { id, ...payload });

async function send(kate: ApiPerson, operations: readonly Operation[]): Promise<void> {
  for (let from = 0; from < operations.length; from += ENVELOPE_MAX_OPERATIONS) {
    const some = operations.slice(from, from + ENVELOPE_MAX_OPERATIONS);
    const { answers } = await kate.call<BatchAnswer>('POST', '/api/batch', { version: SYNC_VERSION, operations: some });
    const refused = answers.find(({ status }) => status >= 300);
    if (refused ?? answers.length < some.length) throw new Error(`Not logged: ${JSON.stringify(refused)}`);
  }
}

/** @returns the path of the object */
async function upload(kate: ApiPerson, path: string): Promise<string> {
  const { uploadURL: videoURL } = await kate.call<{ uploadURL: string }>('POST', '/api/objects/upload');
  const sent = await kate.send(new URL(videoURL).pathname, { method: 'PUT', body: await readFile(path) });
  if (!sent.ok) throw new Error(`Not uploaded: ${sent.status} ${await sent.text()}`);
  return (await kate.call<{ objectPath: string }>('PUT', '/api/videos/finalize', { videoURL })).objectPath;
}

/** A partner whose words must not be in Kate's export, but for a comment and a name. */
export async function addPartner(kate: ApiPerson, bella: ApiPerson): Promise<void> {
  await bella.call('PATCH', '/api/users/profile', { firstName: 'Bella', lastName: 'Stone', bio: OF_OTHERS[0] });
  const { id } = await kate.call<{ id: string }>('POST', '/api/friendships', { friendId: bella.id });
  await bella.call('PATCH', `/api/friendships/${id}`, { status: 'accepted' });
  const word = OF_OTHERS[0]!;
  const dog = await bella.call<{ id: string }>('POST', '/api/dogs', {
    name: `${word} dog`,
    breed: 'Poodle',
    birthdate: '2020-01-01',
    notes: word,
  });
  const theirs = await bella.call<{ id: string }>('POST', '/api/videos', { title: word, description: word, dogId: dog.id });
  await bella.call('POST', '/api/cues', { name: word, description: word });
  await kate.call('POST', `/api/videos/${theirs.id}/comments`, { content: 'Well done' });
  const [own] = await kate.call<{ id: string }[]>('GET', '/api/videos');
  await bella.call('POST', `/api/videos/${own!.id}/comments`, { content: 'Lovely' });
}
