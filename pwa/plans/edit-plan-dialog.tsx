import type { Plan } from '../../api/contract/entities/plan.ts';
import { getPlan } from '../../sync/queries/plans.ts';
import { listExercises } from '../../sync/queries/sets.ts';
import type { FormChange } from '../../sync/store/form-change.ts';
import { formatDate } from '../dates/format-date.ts';
import { type Edit, EditDialog } from '../forms/edit-dialog.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { PlanFields } from './plan-fields.tsx';
import { formOf, patchOf, type PlanForm, planFormResolver } from './plan-form.ts';
import { PLAN_TEXTS as TEXTS } from './texts.ts';

/** Edits or deletes a plan. What was done stays done. */
export function EditPlanDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const store = useStore();
  const row = useLive(() => getPlan(store, id), [store, id]);
  const known = useLive(() => listExercises(store, null), [store]) ?? [];
  const changeOf = ({ seen, values, changed }: Edit<Plan, PlanForm>): FormChange => {
    const payload = { ...patchOf(values, changed, known), base: seen };
    return { call: 'plans.update', id, payload, mediaId: null };
  };
  return (
    <EditDialog
      entity="plans"
      texts={TEXTS.editDialog}
      failed={TEXTS.updateFailed}
      resolver={planFormResolver}
      updating={{ changeOf }}
      deletedWords={({ day }) => TEXTS.deleted(formatDate(day))}
      {...{ id, row, formOf, onClose }}
    >
      {(_plan, form) => <PlanFields form={form} />}
    </EditDialog>
  );
}
