import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutate } from '../../sync/outbox/mutate.ts';
import { listExercises } from '../../sync/queries/sets.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { showToast } from '../components/toast-store.ts';
import { formatDate } from '../dates/format-date.ts';
import { deviceZone } from '../dates/training-moment.ts';
import { useToday } from '../dates/use-today.ts';
import { startedPath } from '../field/field-path.ts';
import { measuresIn } from '../field/train-path.ts';
import { CreateDialog } from '../forms/create-dialog.tsx';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import type { Begun, PlanBeginning } from './begin-plan.ts';
import { PlanFields } from './plan-fields.tsx';
import { blankPlan, payloadOf, planFormResolver } from './plan-form.ts';
import { PLAN_TEXTS as TEXTS } from './texts.ts';

interface PlanSource extends PlanBeginning {
  /** What distinguishes the draft from those of other plans; '' for a plan that began empty. */
  draft: string;
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
  const begun = useLive(async () => (await import('./begin-plan.ts')).beginPlan(store, ports, source), [store, ports, source]);
  return begun && <AddPlan {...{ begun, source, onClose }} />;
}

/** Makes the plan and starts it, both or neither. @returns the change, and where it goes on */
async function makeAndStart(store: Store, ports: Ports, id: string, make: () => ReturnType<typeof mutate>) {
  // Before the transaction, which would end while the module loads.
  const { startPlan } = await import('../../sync/outbox/start-planned.ts');
  return store.transaction('rw', store.changeTables, async () => ({
    made: await make(),
    path: startedPath(await startPlan(store, ports, id, deviceZone())),
  }));
}

function AddPlan({ begun, source, onClose }: { begun: Begun; source: PlanSource; onClose: () => void }) {
  const store = useStore();
  const navigate = useNavigate();
  const today = useToday();
  const [blank] = useState(() => blankPlan(today, begun.dogId, begun.exercises));
  /** Whether the save that runs also starts the plan, and then where it goes on. */
  const starting = useRef<{ path: string | null } | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
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
          const make = () => mutate(to, on, 'plans.create', { id, payload: payloadOf(values, known), clearDraft });
          const start = starting.current;
          const { made, path } = start ? await makeAndStart(to, on, id, make) : { made: await make(), path: null };
          if (start && isOpen.current) start.path = path;
          // The dialog may have been opened on a screen that lists no plans, or closed meanwhile.
          else showToast({ description: TEXTS.planned(formatDate(values.day)) });
          return [made];
        },
      })}
      otherSave={{
        label: TEXTS.startNow,
        saving: TEXTS.starting,
        // A session is of the day on which it starts.
        isOffered: ({ day }) => day === today,
        onChosen: (isThis) => {
          starting.current = isThis ? { path: null } : null;
        },
      }}
      onSaved={() => {
        const path = starting.current?.path;
        // In place of the dialog: Back leads to where it was opened.
        if (path) void navigate(path, { replace: true });
        else onClose();
      }}
      onClose={onClose}
    >
      {(form) => <PlanFields form={form} />}
    </CreateDialog>
  );
}
