import { SPORTS } from '../../api/contract/places-and-sports.ts';
import { formatRep } from '../../api/contract/reps.ts';
import { mp4 } from '../../api/testing/sample-media.ts';
import { storeFile } from '../media/store-file.ts';
import { retry } from '../outbox/queue-actions.ts';
import { keepCurrent, takeOther } from '../outbox/conflicts.ts';
import { pendingOf } from '../outbox/rebase.ts';
import { restoreAsNew } from '../outbox/restore-as-new.ts';
import { foldTaps, storeTap } from '../outbox/taps.ts';
import type { StoredRow } from '../store/stored-row.ts';
import { filmMade, told, toldConflict, toldRestoreAsNew } from './tell-model.ts';
import {
  appendNotes,
  change,
  comment,
  create,
  discardRefused,
  editAtOnce,
  onOtherDevice,
  own,
  type OwnedEntity,
  picked,
  refusedRecords,
  type Step,
} from './step.ts';

async function toggle(step: Step, entity: OwnedEntity, deleted: boolean): Promise<void> {
  const row = await own(step, entity, deleted);
  if (!row) return;
  await change(step, `${entity}.${deleted ? 'restore' : 'delete'}`, { params: { id: row.id } });
  step.promised.deleted.add(row.id);
}

/** Another device of the same person adds a cue to the program, which the order of this device does not name. */
async function addCueElsewhere(step: Step, id: string): Promise<void> {
  const other = onOtherDevice(step);
  const cue = other && (await own(other, 'cues'));
  const program = await other?.device.store.view('programs').get(id);
  if (!other || !cue || program?.deletedAt !== null) return;
  await change(other, 'programs.addCue', { payload: { cueId: cue.id, orderIndex: 0 }, params: { id } });
}

/** A rep of this step on its device. */
const repOf = ({ number, device }: Step): string =>
  formatRep({ id: `${number.toString(36).padStart(7, '0')}${device.name[0]}`, kind: 'hit', at: number, filmMs: null, latencyMs: null });

/** Counts as field mode does: the tap is stored by itself, and then put into its set. */
function tapRep(step: Step, id: string) {
  const { store, ports } = step.device;
  const payload = { reps: [repOf(step)] };
  return told(step, 'sets.update', { payload, params: { id } }, async () => {
    await storeTap(store, { setId: id, ...payload });
    await foldTaps(store, ports, id);
    const [record] = (await pendingOf(store, 'sets', id)).slice(-1);
    return { id, key: record?.key ?? null };
  });
}

/** Makes a row in a quarter of the cases, edits one in half of them, and deletes or restores one in the others. */
async function makeOrChange<E extends 'plans' | 'trials'>(
  step: Step,
  entity: E,
  make: () => Promise<unknown>,
  edit: (on: Step, row: StoredRow<E>, words: string) => Promise<unknown>,
): Promise<void> {
  if (!step.world.hasPlans) return;
  if (step.pick % 4 === 0) await make();
  else if (step.pick % 4 === 1) await toggle(step, entity, step.seed % 2 === 0);
  else await editAtOnce(step, entity, edit);
}

const PLANNED = ['aaaaaaaa', 'bbbbbbbb'];
const MARKS = PLANNED.map((id) => `${id} 0193e0a1-1c5d-4c3e-9d0f-2b7a6c1d4e5f`);

async function makePlan(step: Step): Promise<unknown> {
  const dog = step.seed % 2 ? await own(step, 'dogs') : undefined;
  const exercises = PLANNED.map((id) => ({ id, exercise: `Exercise ${step.number}` }));
  return change(step, 'plans.create', { payload: { day: '2026-12-01', exercises, ...(dog && { dogId: dog.id }) } });
}

async function editPlan(on: Step, { id, note, videoIds, done }: StoredRow<'plans'>, words: string): Promise<unknown> {
  const next = MARKS.filter((mark) => !done.includes(mark)).slice(0, 1);
  const session = on.seed % 4 === 1 ? await own(on, 'videos') : undefined;
  const started = session && !videoIds.includes(session.id) ? [session.id] : [];
  const payload =
    on.seed % 2 ? { done: [...done, ...next], videoIds: [...videoIds, ...started] } : { note: `${note ?? ''}\nplan ${words}`.trim() };
  return change(on, 'plans.update', { payload, params: { id } });
}

const makeTrial = (step: Step): Promise<unknown> =>
  change(step, 'trials.create', { payload: { name: `Trial ${step.number}`, day: '2026-12-20', shownToPartners: step.seed % 2 === 0 } });

function editTrial(on: Step, { id, shownToPartners, result }: StoredRow<'trials'>, words: string): Promise<unknown> {
  const payload = on.seed % 2 ? { shownToPartners: !shownToPartners } : { result: `${result ?? ''}\nresult ${words}`.trim() };
  return change(on, 'trials.update', { payload, params: { id } });
}

/** Actions of a person on a device, by name. All of them work offline. */
export const PERSON_STEPS = {
  'log a session': (step) => create(step, 'videos.create', { title: `Session ${step.number}` }),
  async 'log a session with a new dog'(step) {
    const dogId = await create(step, 'dogs.create', { name: `Dog ${step.number}`, breed: 'Malinois', birthdate: '2021-03-04' });
    await create(step, 'videos.create', { title: `Session ${step.number}`, dogId });
  },
  'append notes': (step) => appendNotes(step),
  'rename a session': (step) =>
    editAtOnce(step, 'videos', (on, { id }, words) =>
      change(on, 'videos.update', { payload: { title: `Renamed ${words}` }, params: { id } }),
    ),
  async 'log a session with a video'(step) {
    const { device, promised } = step;
    const id = device.ports.newId();
    const film = new Uint8Array(mp4({ size: 2_000 + step.pick, seed: step.seed }));
    await storeFile(device.store, device.ports, { id, file: new Blob([film]), name: `${step.number}.mp4`, entity: 'videos' });
    const sessionId = await create(step, 'videos.create', { title: `Film ${step.number}` }, { mediaId: id });
    promised.films.set(sessionId, film);
    filmMade(step, sessionId);
  },
  async 'share or unshare'(step) {
    const session = await own(step, 'videos');
    if (session) await change(step, session.shared ? 'videos.unshare' : 'videos.share', { params: { id: session.id } });
  },
  'delete a session': (step) => toggle(step, 'videos', false),
  'restore a session': (step) => toggle(step, 'videos', true),
  'delete a dog': (step) => toggle(step, 'dogs', step.seed % 3 === 0),
  'edit a dog': (step) =>
    editAtOnce(step, 'dogs', (on, { id, titles, notes }, words) => {
      const payload = step.seed % 2 ? { titles: [...titles, `T${words}`] } : { name: `Named ${words}`, notes: `${notes}\nnote ${words}` };
      return change(on, 'dogs.update', { payload, params: { id } });
    }),
  'create a cue': (step) =>
    create(step, 'cues.create', {
      name: `Cue ${step.number}`,
      sport: SPORTS[0],
      steps: ['Sit'],
      visibility: step.seed % 2 ? 'public' : 'private',
    }),
  'edit a cue': (step) =>
    editAtOnce(step, 'cues', (on, { id, steps, description }, words) => {
      const payload = step.seed % 2 ? { steps: [...steps, `Step ${words}`] } : { description: `${description}\nwords ${words}` };
      return change(on, 'cues.update', { payload, params: { id } });
    }),
  'delete or restore a cue': (step) => toggle(step, 'cues', step.seed % 2 === 0),
  async 'import a cue'(step) {
    const { world, device, pick } = step;
    const other = device.owner === world.anna ? world.ben : world.anna;
    const { rows } = await world.client.query<{ id: string; name: string }>(
      `select id, name from cues where owner_id = $1 and visibility = 'public' and deleted_at is null order by id`,
      [other.userId],
    );
    const cue = rows[pick % Math.max(1, rows.length)];
    const source = { ...cue, sport: SPORTS[0], difficulty: 'beginner', description: '', steps: [] };
    if (cue) await change(step, 'cues.import', { params: { cueId: cue.id }, source });
  },
  async 'create a program with cues'(step) {
    const cue = await own(step, 'cues');
    const dog = step.seed % 3 === 0 ? await own(step, 'dogs') : undefined;
    const id = await create(step, 'programs.create', { name: `Program ${step.number}`, goal: 'Heel', ...(dog && { dogId: dog.id }) });
    const fresh = await create(step, 'cues.create', { name: `Cue ${step.number}` });
    for (const [orderIndex, cueId] of [cue?.id, fresh].entries()) {
      if (cueId) await change(step, 'programs.addCue', { payload: { cueId, orderIndex }, params: { id } });
    }
  },
  async 'reorder or thin a program'(step) {
    const program = await own(step, 'programs');
    if (!program) return;
    const cueIds = program.cues.map(({ cueId }) => cueId).reverse();
    const [first] = cueIds;
    const another = step.seed % 8 === 2 ? await own(step, 'cues') : undefined;
    if (step.seed % 2) {
      await change(step, 'programs.orderCues', { payload: { cueIds }, params: { id: program.id } });
      await addCueElsewhere(step, program.id);
    } else if (another)
      await change(step, 'programs.addCue', { payload: { cueId: another.id, orderIndex: 1 }, params: { id: program.id } });
    else if (first) await change(step, 'programs.removeCue', { params: { id: program.id, cueId: first } });
    else await change(step, 'programs.update', { payload: { name: `Program again ${step.number}` }, params: { id: program.id } });
  },
  async comment(step) {
    const about = picked(await step.device.store.view('videos').orderBy('live').toArray(), step.pick);
    if (about) await comment(step, about);
  },
  async 'delete a comment'(step) {
    const isMeant = (row: { userId: string; deletedAt: string | null }) =>
      row.userId === step.device.owner.userId && row.deletedAt === null;
    const mine = picked(await step.device.store.view('comments').filter(isMeant).toArray(), step.pick);
    if (!mine) return;
    await change(step, 'comments.delete', { params: { id: mine.id, videoId: mine.videoId } });
    step.promised.deleted.add(mine.id);
  },
  'delete or restore a program': (step) => toggle(step, 'programs', step.seed % 2 === 0),
  async 'edit the profile'(step) {
    for (const on of [step, step.seed % 4 < 2 ? onOtherDevice(step) : null]) {
      if (!on || !(await on.device.store.view('profile').get(on.device.owner.userId))) continue;
      const words = `${step.number} on ${on.device.name}`;
      await change(on, 'profile.update', { payload: step.seed % 2 ? { firstName: `Name ${words}` } : { bio: `Bio ${words}` } });
    }
  },
  async invite(step) {
    const { world, device } = step;
    const friendId = (device.owner === world.anna ? world.ben : world.anna).userId;
    if ((await device.store.view('friendships').count()) === 0) await change(step, 'friendships.create', { payload: { friendId } });
  },
  async accept(step) {
    const asked = await step.device.store
      .view('friendships')
      .filter((row) => row.friendId === step.device.owner.userId && row.status === 'pending')
      .first();
    if (asked) await change(step, 'friendships.accept', { payload: { status: 'accepted' }, params: { id: asked.id } });
  },
  async 'end a partnership'(step) {
    const [pair] = await step.device.store.view('friendships').toArray();
    if (!pair) return;
    step.promised.parted = true;
    const isOwnRequest = pair.status === 'pending' && pair.userId === step.device.owner.userId;
    await change(step, isOwnRequest ? 'friendships.withdraw' : 'friendships.delete', { params: { id: pair.id } });
  },
  async 'take or settle a conflict'(step) {
    const { device, seed } = step;
    const conflict = picked(
      await device.store
        .view('conflicts')
        .filter(({ deletedAt }) => deletedAt === null)
        .toArray(),
      0,
    );
    if (!conflict || !(await device.store.table(conflict.entity).get(conflict.entityId))) return;
    const takes = seed % 2 === 1;
    await toldConflict(step, conflict, takes, () => (takes ? takeOther : keepCurrent)(device.store, device.ports, conflict.id));
  },
  async 'begin a set'(step) {
    const session = step.world.hasSets ? await own(step, 'videos') : undefined;
    if (session)
      await change(step, 'sets.create', { payload: { videoId: session.id, exercise: `Exercise ${step.number}`, reps: [repOf(step)] } });
  },
  'tap a rep': (step) =>
    editAtOnce(step, 'sets', (on, { id, reps }) => {
      const first = reps[0]?.slice(0, 8);
      if (step.seed % 5 === 0 && first) return change(on, 'sets.update', { payload: { struck: [first] }, params: { id } });
      return tapRep(on, id);
    }),
  'name another exercise': (step) =>
    editAtOnce(step, 'sets', (on, { id }, words) =>
      change(on, 'sets.update', { payload: { exercise: `Exercise ${words}` }, params: { id } }),
    ),
  'delete or restore a set': (step) => toggle(step, 'sets', step.seed % 2 === 0),
  'make or change a plan': (step) => makeOrChange(step, 'plans', () => makePlan(step), editPlan),
  'make or change a trial': (step) => makeOrChange(step, 'trials', () => makeTrial(step), editTrial),
  'discard refused changes': (step) => discardRefused(step),
  async 'retry refused changes'({ device }) {
    for (const { key } of await refusedRecords(device)) await retry(device.store, device.ports, key);
  },
  async 'restore refused changes as new'(step) {
    const { device, promised } = step;
    for (const record of await refusedRecords(device)) {
      const { key, entityId } = record;
      if (!(await toldRestoreAsNew(step, record, () => restoreAsNew(device.store, device.ports, key)))) continue;
      // The new row now holds the text.
      promised.discarded.add(entityId);
    }
  },
} satisfies Record<string, (step: Step) => Promise<unknown>>;
