import type { MutationName, MutationPayload } from '../../api/contract/mutations.ts';
import { EXPORTED_ENTITIES } from '../../api/contract/export/exported-rows.ts';
import type { ManyRows } from '../../api/contract/export/export-source.ts';
import type { EntityThatIs } from '../../api/contract/row-policies.ts';
import { mutate, type MutateOptions } from '../outbox/mutate.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import { type ImportPlan, unsaid } from './plan-import.ts';
import type { Line } from './read-lines.ts';

/** Rows per transaction: other writers wait for at most this many. */
const ROWS_AT_ONCE = 25;

/**
 * Makes the new rows of an import by ordinary changes. One that was interrupted leaves whole rows: the next plan names the rest.
 * @param tell how many rows are made
 * @throws as `mutate` does, or the signal's reason
 */
export async function importRows(
  store: Store,
  ports: Ports,
  plan: ImportPlan,
  { tell, signal }: { tell: (done: number) => void; signal: AbortSignal },
): Promise<void> {
  const changes = changesOf(plan);
  for (let from = 0; from < changes.length; from += ROWS_AT_ONCE) {
    signal.throwIfAborted();
    const some = changes.slice(from, from + ROWS_AT_ONCE);
    await store.transaction('rw', store.changeTables, async () => {
      for (const change of some) await change(store, ports);
    });
    tell(from + some.length);
  }
}

type Change = (store: Store, ports: Ports) => Promise<unknown>;
type Make = <N extends MutationName>(name: N, options: MutateOptions<N>) => Promise<unknown>;

/** How a row of each kind is made. */
const MADE: { readonly [E in EntityThatIs<'imported', 'made'>]: (line: Line<E>, make: Make) => Promise<unknown> } = {
  dogs: async ({ image: _image, retiredAt, ...payload }, make) => {
    await make('dogs.create', { payload });
    if (retiredAt) await make('dogs.update', { params: { id: payload.id }, payload: { retiredAt } });
  },
  cues: (payload, make) => make('cues.create', { payload }),
  programs: async ({ cueIds, ...payload }, make) => {
    await make('programs.create', { payload });
    for (const [orderIndex, cueId] of cueIds.entries())
      await make('programs.addCue', { params: { id: payload.id }, payload: { cueId, orderIndex } });
  },
  videos: ({ videoUrl: _film, thumbnailUrl: _poster, ...payload }, make) => make('videos.create', { payload }),
  comments: ({ videoId, ...payload }, make) => make('comments.create', { params: { videoId }, payload }),
  sets: (payload, make) => make('sets.create', { payload }),
  plans: (payload, make) => make('plans.create', { payload }),
  trials: (payload, make) => make('trials.create', { payload }),
};

const makeRow =
  <E extends ManyRows>(entity: E, line: Line<E>): Change =>
  async (store, ports) => {
    // Another tab or a pull may have brought it since the plan was made.
    if (await store.view(entity).get(line.id)) return;
    await MADE[entity](line, async (name, options) => {
      const { key } = await mutate(store, ports, name, options);
      if (key) await store.outbox.where({ key }).modify({ imported: true });
    });
  };

/** In the order of the export each row comes after those that it refers to. */
function changesOf({ fresh, profile }: ImportPlan): Change[] {
  const rows = EXPORTED_ENTITIES.flatMap((entity) =>
    entity === 'profile' ? [] : (fresh[entity] as Line<typeof entity>[]).map((line) => makeRow(entity, line)),
  );
  if (Object.keys(profile).length === 0) return rows;
  const fillIn: Change = async (store, ports) => {
    const mine = await store.view('profile').get(store.userId);
    const payload = mine ? (unsaid(mine, profile) as MutationPayload<'profile.update'>) : {};
    if (Object.keys(payload).length > 0) await mutate(store, ports, 'profile.update', { payload });
  };
  return [fillIn, ...rows];
}
