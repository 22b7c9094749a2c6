import * as z from 'zod/mini';
import { derivedId } from '../../api/contract/derived-id.ts';
import type { Comment } from '../../api/contract/entities/comment.ts';
import type { Cue } from '../../api/contract/entities/cue.ts';
import type { Dog } from '../../api/contract/entities/dog.ts';
import type { Program } from '../../api/contract/entities/program.ts';
import { type Profile, ProfilePatch } from '../../api/contract/entities/user.ts';
import type { Video } from '../../api/contract/entities/video.ts';
import type { MutationName, MutationPayload } from '../../api/contract/mutations.ts';
import { SYNC_VERSION } from '../../api/contract/sync-protocol.ts';
import { findMutation } from '../outbox/calls.ts';
import { mutate, type MutateOptions } from '../outbox/mutate.ts';
import { refold, shadowOf } from '../outbox/rebase.ts';
import { recoverMedia } from '../media/recover-media.ts';
import type { Ports } from '../ports/ports.ts';
import { UNSENT } from '../store/outbox-record.ts';
import type { Store } from '../store/store.ts';
import { type Account, type AccountContent, contentOf } from './account-content.ts';
import { addFile, copyFiles } from './adopt-files.ts';
import { forgetDevice, unsyncedWork } from './sign-out.ts';
import { addBeside, keysOfOpenForms } from './spare-drafts.ts';

/**
 * Makes what a person's earlier account holds on this device into new rows of their present one, with its files and drafts, and
 * then clears the earlier one. Rows keep their ids: a second device that does the same makes the same rows, which merge
 * (docs/decisions/0127). A repeat after a crash adds nothing twice.
 * @throws DeviceFull when the copies do not fit, MoreUnsynced when another tab has saved something meanwhile; the earlier
 *   account is complete then
 */
export async function adoptAccount(from: Account, to: Account): Promise<void> {
  await settleFiles(from);
  const agreed = await unsyncedWork(from.store);
  const content = await contentOf(from.store);
  await to.ports.lock(`longline-recover-${to.store.userId}`, async () => {
    await copyFiles(from, to, content.media);
    const openForms = await keysOfOpenForms(
      to.store,
      to.ports,
      content.drafts.map(({ key }) => key),
    );
    await to.store.transaction('rw', to.store.changeTables, async () => addAll(from.store.userId, to, content, openForms));
  });
  await forgetDevice(from.store, from.ports, agreed);
}

/**
 * Completes what a crash cut off: its person will not start the app with the earlier account again.
 * @throws while another tab is still writing a file
 */
async function settleFiles({ store, ports }: Account): Promise<void> {
  await ports.lock(`longline-recover-${store.userId}`, () => recoverMedia(store, ports).catch(() => undefined));
  if ((await store.media.where('state').equals('writing').count()) > 0) throw new Error('A file is still being written');
}

async function addAll(
  earlierId: string,
  { store, ports }: Account,
  { profile, dogs, cues, programs, videos, comments, pending, media, drafts }: AccountContent,
  openForms: ReadonlySet<string>,
): Promise<void> {
  const idOf = cueIds(store.userId, ports, cues);
  const hasDog = new Set(dogs.map(({ id }) => id));
  const dogOf = (dogId: string | null) => (dogId !== null && hasDog.has(dogId) ? dogId : null);
  if (profile) await fillProfile(store, ports, profile);
  for (const dog of dogs) await addDog(store, ports, dog);
  for (const cue of cues) await add(store, ports, 'cues', 'cues.create', { ...cue, id: idOf.get(cue.id) ?? cue.id });
  for (const program of programs) {
    const isNew = await add(store, ports, 'programs', 'programs.create', { ...program, dogId: dogOf(program.dogId) });
    if (isNew) await addCues(store, ports, program, idOf);
  }
  for (const video of videos) await addSession(store, ports, { ...video, dogId: dogOf(video.dogId) });
  for (const comment of comments) await addComment(store, ports, comment, pending.has(comment.id));
  for (const { saving: _saving, ...draft } of drafts) await addBeside(store, draft, earlierId, openForms);
  // After rows and drafts: a file that neither names gets a draft of its own.
  for (const { entityId, ...file } of media)
    await addFile({ store, ports }, { ...file, entityId: entityId === earlierId ? store.userId : entityId });
}

/** Fills only what the present profile lacks, and leaves its visibility: no text becomes public here. */
async function fillProfile(store: Store, ports: Ports, earlier: Profile): Promise<void> {
  const mine = await store.view('profile').get(store.userId);
  if (!mine) return;
  const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0);
  const lacking = FILLED.filter((field) => isEmpty(mine[field]) && !isEmpty(earlier[field]));
  const parsed = z.safeParse(ProfilePatch, Object.fromEntries(lacking.map((field) => [field, earlier[field]])));
  if (lacking.length > 0 && parsed.success) await mutate(store, ports, 'profile.update', { payload: parsed.data });
}

const FILLED = ['firstName', 'lastName', 'bio', 'location', 'sports'] as const;

/** Only an import may make a derived id, and each person derives another one (R118, R167). */
function cueIds(userId: string, ports: Ports, cues: readonly Cue[]): ReadonlyMap<string, string> {
  const isDerived = (id: string) => id[14] === '5';
  const idFor = ({ id, importedFromId }: Cue) => {
    if (!isDerived(id)) return id;
    return importedFromId ? derivedId(userId, importedFromId) : ports.newId();
  };
  return new Map(cues.map((cue) => [cue.id, idFor(cue)]));
}

/** @returns false if the row is here already */
async function add<N extends MutationName>(
  store: Store,
  ports: Ports,
  entity: 'dogs' | 'cues' | 'programs' | 'videos' | 'comments',
  call: N,
  row: Readonly<Record<string, unknown>> & { id: string },
  params?: Record<string, string>,
): Promise<boolean> {
  if (await store.view(entity).get(row.id)) return false;
  const payload = z.parse(findMutation(call)?.payload ?? z.never(), row) as MutationPayload<N>;
  await mutate(store, ports, call, { id: row.id, payload, ...(params && { params }) } as MutateOptions<N>);
  return true;
}

async function addDog(store: Store, ports: Ports, { image: _image, ...dog }: Dog): Promise<void> {
  const isNew = await add(store, ports, 'dogs', 'dogs.create', dog);
  if (isNew && dog.retiredAt) await mutate(store, ports, 'dogs.update', { params: { id: dog.id }, payload: { retiredAt: dog.retiredAt } });
}

/** The public link stays off: only its person may open it again. Paths name objects of the earlier account. */
const addSession = (store: Store, ports: Ports, { videoUrl: _file, thumbnailUrl: _poster, ...session }: Video) =>
  add(store, ports, 'videos', 'videos.create', session);

async function addCues(store: Store, ports: Ports, { id, cues }: Program, idOf: ReadonlyMap<string, string>): Promise<void> {
  const own = cues.flatMap(({ cueId }) => idOf.get(cueId) ?? []);
  for (const [orderIndex, cueId] of own.entries())
    await mutate(store, ports, 'programs.addCue', { params: { id }, payload: { cueId, orderIndex } });
}

/** On the session of a partner, unsent text waits in the tray until the two are partners again, as after any restore. */
async function addComment(store: Store, ports: Ports, { id, videoId, content }: Comment, isPending: boolean): Promise<void> {
  const session = await store.view('videos').get(videoId);
  if (session?.ownerId === store.userId) return void (await add(store, ports, 'comments', 'comments.create', { id, content }, { videoId }));
  if (!isPending || (await store.outbox.where({ entityId: id }).count()) > 0) return;
  await store.shadow.put(await shadowOf(store, 'comments', id, ''));
  await store.outbox.add({
    ...UNSENT,
    key: ports.newId(),
    userId: store.userId,
    schemaVersion: SYNC_VERSION,
    call: 'comments.create',
    params: { videoId },
    payload: { id, content },
    entity: 'comments',
    entityId: id,
    baseVersion: 0,
    dependsOn: [],
    state: 'refused',
    lastError: { status: 0, code: 'partner_lost' },
    createdAt: ports.now(),
  });
  await refold(store, 'comments', id);
}
