import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type LastSession, lastSession, type SessionStart, startOfSession } from '../../../sync/queries/new-session.ts';
import { listExercises } from '../../../sync/queries/sets.ts';
import { showToast } from '../../components/toast-store.ts';
import { deviceDay, deviceZone } from '../../dates/training-moment.ts';
import { CreateDialog } from '../../forms/create-dialog.tsx';
import { MediaField } from '../../forms/media-field.tsx';
import { afterSessionSaved } from '../../install/after-session-saved.ts';
import { setsOf } from '../../sets/exercise-form.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { useRefusedShare } from '../../media/use-refused-share.ts';
import { ConditionsField } from './conditions-field.tsx';
import { ExercisesField } from './exercises-field.tsx';
import { SessionFields } from './session-fields.tsx';
import { isListed } from './sessions-ahead.ts';
import { blankSession, createOf, fromSessionDraft, sessionFormResolver } from './session-form.ts';
import { TEXTS } from './texts.ts';
import { TrainedField } from './trained-field.tsx';
import { useNewSessionDraft } from './use-new-session-draft.ts';
import type { LogFilter } from './use-log-filter.ts';
import { useShowAhead } from './use-show-ahead.ts';

// Apart, to keep this chunk within its budget.
const NotedExercises = lazy(async () => ({ default: (await import('./noted-exercises.tsx')).NotedExercises }));

export interface AddSessionDialogProps {
  onClose: () => void;
  /** The log's filter; its dog is preselected (R210). */
  filter: LogFilter;
  /** Media id of the first shared file. `refused` is a code that says why a shared file was refused. */
  shared: string | null;
  refused: string | null;
  /** Title for the new session from the link that opened the dialog; '' if there is none. */
  suggestedTitle: string;
  /** The session to log again (R214). */
  againId: string | null;
}

/** The Add Training Log dialog. */
export function AddSessionDialog({ shared, againId, ...props }: AddSessionDialogProps) {
  const draftKey = useNewSessionDraft(shared, props.onClose);
  useRefusedShare(props.refused);
  const store = useStore();
  const ports = usePorts();
  const wantedId = props.filter.dogId || null;
  // Read before the form shows, so that nothing moves in it (docs/decisions/0053).
  const begin = useLive(async () => {
    const start = startOfSession(store, { againId, wantedId, today: deviceDay(ports.now()) });
    return { start: await start, last: await lastSession(store) };
  }, [store, ports, againId, wantedId]);
  return draftKey && begin && <AddSession key={draftKey} {...props} draftKey={draftKey} {...begin} />;
}

interface AddSessionProps extends Omit<AddSessionDialogProps, 'shared' | 'againId'> {
  draftKey: string;
  /** The values as first read; later values are ignored. */
  start: SessionStart;
  last: LastSession | null;
}

function AddSession({ onClose, filter, suggestedTitle, draftKey, start, last }: AddSessionProps) {
  const ports = usePorts();
  const showAhead = useShowAhead();
  const [opened] = useState(() => ({ now: new Date(ports.now()).toISOString(), zone: deviceZone() }));
  const [openExercise, setOpenExercise] = useState<string | null>(null);
  const navigate = useNavigate();
  const store = useStore();
  const known = useLive(() => listExercises(store, null), [store]) ?? [];
  const [blank] = useState(() => blankSession(opened.now, opened.zone, { ...start, title: suggestedTitle || start.title }));
  return (
    <CreateDialog
      texts={TEXTS.addDialog}
      failed={TEXTS.saveFailed}
      draftKey={draftKey}
      blank={blank}
      resolver={sessionFormResolver}
      fromDraft={fromSessionDraft}
      takes="videos"
      onCreating={(id, values) => showAhead(id, createOf(values, opened), setsOf(values.exercises, id, known, ports))}
      creating={(id) => ({
        changeOf: (values, mediaId) => ({
          call: 'videos.create',
          id,
          payload: createOf(values, opened),
          mediaId,
          sets: setsOf(values.exercises, id, known, ports),
        }),
        onWritten: (values) => {
          afterSessionSaved();
          // A link with a title comes from another screen, and closing leads back there.
          if (suggestedTitle || !isListed(filter, { dogId: values.dogId, day: values.trainedAt.slice(0, 10) }))
            showToast({ description: TEXTS.saved, action: { label: TEXTS.showSaved, run: () => void navigate('/') } });
        },
      })}
      onClose={onClose}
    >
      {(form, picked) => (
        <>
          <SessionFields
            form={form}
            last={last}
            exercises={<ExercisesField form={form} openId={openExercise} onOpen={setOpenExercise} />}
            notedExercises={
              <Suspense fallback={null}>
                <NotedExercises form={form} onMade={setOpenExercise} />
              </Suspense>
            }
          />
          <MediaField picked={picked} />
          <ConditionsField form={form} />
          <TrainedField form={form} />
        </>
      )}
    </CreateDialog>
  );
}
