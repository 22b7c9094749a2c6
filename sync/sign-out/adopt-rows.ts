import type { AnyRow } from '../../api/contract/entities.ts';
import type { Comment } from '../../api/contract/entities/comment.ts';
import type { Conflict } from '../../api/contract/entities/conflict.ts';
import type { Dog } from '../../api/contract/entities/dog.ts';
import type { Program } from '../../api/contract/entities/program.ts';
import type { MergeKind } from '../../api/contract/merge.ts';
import { MUTATIONS } from '../../api/contract/mutations.ts';
import { findMutation } from '../outbox/calls.ts';
import { queueConflict } from '../outbox/queue-conflict.ts';
import { queueUnchecked } from '../outbox/queue-unchecked.ts';
import { callsOver, payloadOf } from '../outbox/requeue-lost-rows.ts';
import { MEDIA_FIELDS } from '../store/media-row.ts';
import { type OutboxRecord, UNSENT } from '../store/outbox-record.ts';
import { plainRow } from '../store/stored-row.ts';
import type { Account, AccountContent } from './account-content.ts';

type Kind = 'dogs' | 'cues' | 'programs' | 'videos' | 'sets' | 'plans' | 'trials';

/** Makes the rows of an earlier account into new rows, with their ids. Call it inside a transaction over `changeTables`. */
export async function addRows(to: Account, content: AccountContent): Promise<void> {
  const { comments, conflicts } = content;
  const dogs = await rowsToAdd(to, 'dogs', content.dogs);
  const cues = await rowsToAdd(to, 'cues', content.cues);
  const programs = await rowsToAdd(to, 'programs', content.programs);
  const videos = await rowsToAdd(to, 'videos', content.videos);
  const sets = await rowsToAdd(to, 'sets', content.sets);
  const plans = await rowsToAdd(to, 'plans', content.plans);
  const trials = await rowsToAdd(to, 'trials', content.trials);
  const dogOf = async ({ dogId }: { dogId: string | null }) => (dogId && (await isLive(to, 'dogs', dogId)) ? dogId : null);
  // Paths name objects of the earlier account.
  for (const { image: _image, ...dog } of dogs) {
    await add(to, 'dogs', dog);
    await retire(to, dog);
  }
  for (const cue of cues) await add(to, 'cues', cue);
  for (const program of programs) {
    await add(to, 'programs', { ...program, dogId: await dogOf(program) });
    await addCues(to, program);
  }
  // The public link stays off: only its person may open it again.
  for (const { videoUrl: _file, thumbnailUrl: _poster, ...video } of videos)
    await add(to, 'videos', { ...video, dogId: await dogOf(video) });
  for (const set of sets) await add(to, 'sets', set);
  for (const plan of plans) await add(to, 'plans', { ...plan, dogId: await dogOf(plan) });
  // Partners see it only once its person says so again.
  for (const { shownToPartners: _shown, ...trial } of trials) await add(to, 'trials', { ...trial, dogId: await dogOf(trial) });
  for (const comment of comments) await addComment(to, comment);
  for (const conflict of conflicts) await addConflict(to, conflict);
  // Last: a deleted session takes no comment. In 'Recently deleted', its person can restore it as before.
  for (const [entity, rows] of Object.entries({ dogs, cues, programs, plans, trials, sets, videos }) as [Kind, readonly Owned[]][])
    for (const { id: entityId, deletedAt } of rows)
      if (deletedAt !== null) await queueUnchecked(to.store, to.ports, `${entity}.delete`, { entityId, payload: {} });
}

interface Owned {
  id: string;
  deletedAt: string | null;
}

/** All but deleted rows that are here already: their person may have restored them. */
async function rowsToAdd<Row extends Owned>({ store }: Account, entity: Kind, rows: readonly Row[]): Promise<Row[]> {
  const here = await store.view(entity).bulkGet(rows.map(({ id }) => id));
  return rows.filter(({ deletedAt }, place) => deletedAt === null || !here[place]);
}

const isLive = async ({ store }: Account, entity: Kind, id: string) => (await store.view(entity).get(id))?.deletedAt === null;

/**
 * Makes the row, or updates the one that another device has made of it: lines of both stay, and of single values that differ, the
 * earlier one becomes a conflict. If that row is deleted, the server refuses the update, and the tray offers 'Restore as new'.
 */
async function add<Row extends { id: string }>({ store, ports }: Account, entity: Kind, row: Row): Promise<void> {
  const create = `${entity}.create` as const;
  const given = payloadOf(MUTATIONS[create].payload, row);
  const entityId = row.id;
  const here = await store.view(entity).get(entityId);
  if (!here) return queueUnchecked(store, ports, create, { entityId, payload: given });
  const theirs: AnyRow = { ...plainRow<Kind>(here), deletedAt: null };
  const [update] = callsOver(entity, { held: { ...theirs, ...given }, theirs, changed: true, isBehind: false });
  if (!update) return;
  if (here.deletedAt) return queueUnchecked(store, ports, update.call, { entityId, payload: update.payload });
  const kinds: Readonly<Record<string, MergeKind>> = MUTATIONS[`${entity}.update`].merge ?? {};
  const { base, ...fields } = update.payload;
  const merged = Object.fromEntries(Object.entries(fields).filter(([field]) => kinds[field] !== 'scalar'));
  if (Object.keys(merged).length > 0) await queueUnchecked(store, ports, update.call, { entityId, payload: { ...merged, base } });
  for (const [field, other] of Object.entries(fields))
    if (kinds[field] === 'scalar') await queueConflict(store, ports, entity, { entityId, field, other });
}

async function retire({ store, ports }: Account, { id: entityId, retiredAt }: Pick<Dog, 'id' | 'retiredAt'>): Promise<void> {
  const here = await store.view('dogs').get(entityId);
  if (retiredAt && !here?.retiredAt) await queueUnchecked(store, ports, 'dogs.update', { entityId, payload: { retiredAt } });
}

/** Adds the cues that the program lacks. Moving the others would change an order that its person has set since. */
async function addCues(to: Account, { id: entityId, cues }: Program): Promise<void> {
  const here = new Set((await to.store.view('programs').get(entityId))?.cues.map(({ cueId }) => cueId));
  for (const { cueId } of cues) {
    if (here.has(cueId) || !(await isLive(to, 'cues', cueId))) continue;
    await queueUnchecked(to.store, to.ports, 'programs.addCue', { entityId, payload: { cueId, orderIndex: here.size } });
    here.add(cueId);
  }
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

/** Adds changes as they were made, for example by another version of the app. The server decides what becomes of them. */
export async function addUnknown({ store, ports }: Account, unknown: readonly OutboxRecord[]): Promise<void> {
  for (const { seq: _seq, ...record } of unknown) await store.outbox.add({ ...record, key: ports.newId(), dependsOn: [], ...UNSENT });
}

/** A value that another device had overwritten. Its row keeps the value that it has. */
async function addConflict({ store, ports }: Account, { entity, entityId, field, other }: Conflict): Promise<void> {
  const kind = findMutation(`${entity}.update`);
  const isPath = field === 'thumbnailUrl' || Object.values<string>(MEDIA_FIELDS).includes(field);
  const isOfMissingDog = field === 'dogId' && typeof other === 'string' && !(await store.view('dogs').get(other));
  if (!kind?.merge?.[field] || isPath || isOfMissingDog) return;
  await queueConflict(store, ports, kind.entity, { entityId, field, other });
}
