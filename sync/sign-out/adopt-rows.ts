import type { Comment } from '../../api/contract/entities/comment.ts';
import type { Program } from '../../api/contract/entities/program.ts';
import { MUTATIONS } from '../../api/contract/mutations.ts';
import { queueUnchecked } from '../outbox/queue-unchecked.ts';
import { payloadOf } from '../outbox/requeue-lost-rows.ts';
import type { Account, AccountContent } from './account-content.ts';

type Kind = 'dogs' | 'cues' | 'programs' | 'videos';

/** Makes the rows of an earlier account into new rows, with their ids. Call it inside a transaction over `changeTables`. */
export async function addRows(to: Account, { dogs, cues, programs, videos, comments }: AccountContent): Promise<void> {
  const hasDog = new Set(dogs.map(({ id }) => id));
  const dogOf = (dogId: string | null) => (dogId !== null && hasDog.has(dogId) ? dogId : null);
  // Paths name objects of the earlier account.
  for (const { image: _image, ...dog } of dogs) {
    const isNew = await add(to, 'dogs', dog);
    const { id: entityId, retiredAt } = dog;
    if (isNew && retiredAt) await queueUnchecked(to.store, to.ports, 'dogs.update', { entityId, payload: { retiredAt } });
  }
  for (const cue of cues) await add(to, 'cues', cue);
  for (const program of programs) {
    const isNew = await add(to, 'programs', { ...program, dogId: dogOf(program.dogId) });
    if (isNew) await addCues(to, program, new Set(cues.map(({ id }) => id)));
  }
  // The public link stays off: only its person may open it again.
  for (const { videoUrl: _file, thumbnailUrl: _poster, ...video } of videos)
    await add(to, 'videos', { ...video, dogId: dogOf(video.dogId) });
  for (const comment of comments) await addComment(to, comment);
}

/** @returns false if the row is here already */
async function add<Row extends { id: string }>({ store, ports }: Account, entity: Kind, row: Row): Promise<boolean> {
  if (await store.view(entity).get(row.id)) return false;
  const call = `${entity}.create` as const;
  await queueUnchecked(store, ports, call, { entityId: row.id, payload: payloadOf(MUTATIONS[call].payload, row) });
  return true;
}

async function addCues({ store, ports }: Account, { id: entityId, cues }: Program, held: ReadonlySet<string>): Promise<void> {
  const own = cues.filter(({ cueId }) => held.has(cueId));
  for (const [orderIndex, { cueId }] of own.entries())
    await queueUnchecked(store, ports, 'programs.addCue', { entityId, payload: { cueId, orderIndex } });
}

/**
 * On the session of a partner, a comment waits in the tray until the two are partners again, as after any restore. On a session
 * of one's own it is an offer: another device that has added the same account may have sent it.
 */
async function addComment({ store, ports }: Account, comment: Comment): Promise<void> {
  const { id: entityId, videoId } = comment;
  if (await store.view('comments').get(entityId)) return;
  const isOnOwn = (await store.view('videos').get(videoId))?.ownerId === store.userId;
  const state = isOnOwn ? ({ offer: true } as const) : ({ state: 'refused', lastError: { status: 0, code: 'partner_lost' } } as const);
  const payload = payloadOf(MUTATIONS['comments.create'].payload, comment);
  await queueUnchecked(store, ports, 'comments.create', { entityId, params: { videoId }, payload, ...state });
}
