import type { MutationName, MutationPayload } from '../../api/contract/mutations.ts';
import { mutate, type MutateOptions } from '../outbox/mutate.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import type { ImportPlan } from './plan-import.ts';

/** Rows that one transaction makes: other writers wait no longer than for these. */
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
    tell(from);
    await store.transaction('rw', store.changeTables, async () => {
      for (const change of changes.slice(from, from + ROWS_AT_ONCE)) await change(store, ports);
    });
  }
  tell(changes.length);
}

type Change = (store: Store, ports: Ports) => Promise<unknown>;

const change =
  <N extends MutationName>(name: N, options: MutateOptions<N>): Change =>
  (store, ports) =>
    mutate(store, ports, name, options);

/** In this order each row comes after those that it refers to. */
function changesOf({ fresh, profile }: ImportPlan): Change[] {
  return [
    ...(Object.keys(profile).length > 0 ? [change('profile.update', { payload: profile as MutationPayload<'profile.update'> })] : []),
    ...fresh.dogs.map(
      ({ image: _image, retiredAt, ...payload }): Change =>
        async (store, ports) => {
          await mutate(store, ports, 'dogs.create', { payload });
          if (retiredAt) await mutate(store, ports, 'dogs.update', { params: { id: payload.id }, payload: { retiredAt } });
        },
    ),
    ...fresh.cues.map((payload) => change('cues.create', { payload })),
    ...fresh.programs.map(
      ({ cueIds, ...payload }): Change =>
        async (store, ports) => {
          await mutate(store, ports, 'programs.create', { payload });
          for (const [orderIndex, cueId] of cueIds.entries())
            await mutate(store, ports, 'programs.addCue', { params: { id: payload.id }, payload: { cueId, orderIndex } });
        },
    ),
    ...fresh.videos.map(({ videoUrl: _film, thumbnailUrl: _poster, ...payload }) => change('videos.create', { payload })),
    ...fresh.comments.map(({ videoId, ...payload }) => change('comments.create', { params: { videoId }, payload })),
    ...fresh.sets.map((payload) => change('sets.create', { payload })),
    ...fresh.plans.map((payload) => change('plans.create', { payload })),
    ...fresh.trials.map((payload) => change('trials.create', { payload })),
  ];
}
