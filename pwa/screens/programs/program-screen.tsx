import { Link, useParams, useSearchParams } from 'react-router-dom';
import { getProgram, type ProgramCard } from '../../../sync/queries/programs.ts';
import { buttonStyle } from '../../components/button-style.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ItemBoundary } from '../../components/entry-boundary.tsx';
import { Icon } from '../../components/icon.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { openedHere } from '../../components/use-dialog-route.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { useEditParams } from '../../components/use-edit-params.ts';
import { KnownEmpty } from '../../sync/known-empty.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { ADD_PLAN, planProgramPath } from '../../plans/plan-path.ts';
import { PLAN_TEXTS } from '../../plans/texts.ts';
import { FieldCue } from './field-cue.tsx';
import { TEXTS } from './texts.ts';

/** A program for the field, at `/programs/{id}` (R217). */
export function ProgramScreen() {
  const { programId = '' } = useParams();
  const store = useStore();
  const card = useLive(() => getProgram(store, programId), [store, programId]);
  if (card === undefined) return <Skeleton heading={TEXTS.program} text={TEXTS.loading} />;
  return (
    <>
      <p className="-mt-3 -ms-3 mb-1">
        <Link to="/programs" className={buttonStyle('quiet', { className: 'min-h-14!' })}>
          <Icon name="back" size="small" />
          {TEXTS.title}
        </Link>
      </p>
      {card ? (
        <ProgramPage card={card} />
      ) : (
        <KnownEmpty loading={TEXTS.loading}>
          <EmptyState icon="program" level={1} {...TEXTS.gone} />
        </KnownEmpty>
      )}
    </>
  );
}

function ProgramPage({ card: { program, dog, cues } }: { card: ProgramCard }) {
  useDocumentTitle(program.name);
  // The open cue is in the URL, so that it stays open after a reload and after Back from logging.
  const [params] = useSearchParams();
  const editParams = useEditParams();
  const openId = params.get('cue');
  const toggle = (id: string) => editParams((params) => (id === openId ? params.delete('cue') : params.set('cue', id)));
  return (
    <article className="max-w-[720px] [overflow-wrap:anywhere]">
      <h1 tabIndex={-1} className="text-32">
        <bdi>{program.name}</bdi>
      </h1>
      {dog && (
        <p className="mt-1 text-20 text-ink-2">
          <bdi>{dog.name}</bdi>
        </p>
      )}
      {program.goal && (
        <p dir="auto" className="mt-4 whitespace-pre-line text-20">
          {program.goal}
        </p>
      )}
      {cues.length === 0 && <p className="mt-6 text-20 text-ink-2">{TEXTS.noCuesYet}</p>}
      {cues.length > 0 && (
        <Link to={planProgramPath(program.id)} state={openedHere(ADD_PLAN)} className={buttonStyle('plain', { className: 'mt-6' })}>
          {PLAN_TEXTS.plan}
        </Link>
      )}
      <ol aria-label={TEXTS.fields.cues} className="mt-6 border-b border-line empty:hidden">
        {cues.map((cue, place) => (
          <ItemBoundary key={cue.id} what="cue" id={cue.id} resetKey={cue}>
            <FieldCue cue={cue} number={place + 1} dogId={dog?.id ?? null} open={cue.id === openId} onToggle={() => toggle(cue.id)} />
          </ItemBoundary>
        ))}
      </ol>
    </article>
  );
}
