import { useState } from 'react';
import type { PlannedExercise } from '../../api/contract/entities/plan.ts';
import { mutate } from '../../sync/outbox/mutate.ts';
import { listDogSets } from '../../sync/queries/dog-sets.ts';
import { readFieldStart } from '../../sync/queries/field.ts';
import { getProgram } from '../../sync/queries/programs.ts';
import { getSet, listExercises } from '../../sync/queries/sets.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { showToast } from '../components/toast-store.ts';
import { formatDate } from '../dates/format-date.ts';
import { deviceDay } from '../dates/training-moment.ts';
import type { Measures } from '../field/like-params.ts';
import { measuresIn } from '../field/train-path.ts';
import { CreateDialog } from '../forms/create-dialog.tsx';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { PlanFields } from './plan-fields.tsx';
import { blankPlan, payloadOf, planFormResolver } from './plan-form.ts';
import { PLAN_TEXTS as TEXTS } from './texts.ts';

interface PlanSource {
  /** What distinguishes the draft from those of other plans; '' for a plan that began empty. */
  draft: string;
  dogId: string | null;
  /** A program whose cues to plan. */
  programId: string | null;
  /** A set to plan again, with these measures in place of its own. */
  likeId: string | null;
  measures: Measures;
}

function sourceIn(params: URLSearchParams): PlanSource {
  const [dogId, programId, likeId] = [params.get('planDog'), params.get('program'), params.get('like')];
  const measures = measuresIn(params);
  const begun = [dogId, programId, likeId, ...Object.values(measures)].filter((part) => part !== null).join('_');
  return { draft: params.get('draft') ?? begun, dogId, programId, likeId, measures };
}

/** The dialog that makes a plan: empty, of a program, of a cell of the proofing map, or of an unsent draft. @param params those of `plan-path.ts` */
export function AddPlanDialog({ params, onClose }: { params: URLSearchParams; onClose: () => void }) {
  const store = useStore();
  const ports = usePorts();
  const [source] = useState(() => sourceIn(params));
  // Read before the form shows, so that nothing moves in it (docs/decisions/0053).
  const begun = useLive(() => beginPlan(store, ports, source), [store, ports, source]);
  return begun && <AddPlan {...{ begun, source, onClose }} />;
}

interface Begun {
  dogId: string | null;
  exercises: readonly PlannedExercise[];
}

/** Loads what plans exercises when it is needed: it takes as much to load as the form's fields. */
async function beginPlan(store: Store, ports: Ports, { dogId: ofDog, programId, likeId, measures }: PlanSource): Promise<Begun> {
  const { ofProgram, planned } = await import('./planned-exercises.ts');
  const like = likeId === null ? null : await getSet(store, likeId);
  if (like) {
    const session = await store.view('videos').get(like.videoId);
    return { dogId: session?.dogId ?? null, exercises: [planned(ports, { ...like, ...measures })] };
  }
  const card = programId === null ? null : await getProgram(store, programId);
  const { dogId: lastDog } = await readFieldStart(store, null);
  const dogId = ofDog ?? card?.dog?.id ?? lastDog;
  if (!card) return { dogId, exercises: [] };
  const sets = dogId ? await listDogSets(store, dogId, deviceDay(ports.now())) : [];
  return { dogId, exercises: ofProgram(card.cues, sets, ports) };
}

function AddPlan({ begun, source, onClose }: { begun: Begun; source: PlanSource; onClose: () => void }) {
  const store = useStore();
  const ports = usePorts();
  const [blank] = useState(() => blankPlan(deviceDay(ports.now()), begun.dogId, begun.exercises));
  const known = useLive(() => listExercises(store, null), [store]) ?? [];
  return (
    <CreateDialog
      texts={TEXTS.addDialog}
      failed={TEXTS.addFailed}
      draftKey={`plans.create${source.draft && `:${source.draft}`}`}
      blank={blank}
      resolver={planFormResolver}
      creating={(id) => ({
        write: async (to, on, values, _mediaId, clearDraft) => {
          const made = await mutate(to, on, 'plans.create', { id, payload: payloadOf(values, known), clearDraft });
          // The dialog may have been opened on a screen that lists no plans.
          showToast({ description: TEXTS.planned(formatDate(values.day)) });
          return [made];
        },
      })}
      onClose={onClose}
    >
      {(form) => <PlanFields form={form} />}
    </CreateDialog>
  );
}
