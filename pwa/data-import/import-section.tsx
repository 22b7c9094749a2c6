import { type ChangeEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from '../components/button.tsx';
import { Progress } from '../components/progress.tsx';
import { deviceWord } from '../components/use-is-phone.ts';
import { useWakeLock } from '../components/use-wake-lock.ts';
import { lazyWithoutSuspense } from '../components/lazy-component.tsx';
import type { ImportPlan } from '../../sync/import/plan-import.ts';
import type { Fault } from '../../sync/import/read-lines.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useSave } from '../sync/use-save.ts';
import {
  forgetImport,
  type ImportEnd,
  importOf,
  type ImportState,
  loadCsvMapping,
  planSpreadsheet,
  readImport,
  rowsIn,
  runImport,
  stopImport,
  subscribeImport,
} from './running-import.ts';
import { IMPORT_TEXTS as TEXTS, NAMES_OF_KINDS } from './texts.ts';

type Planned = ImportState & { at: 'planned' };

const CsvMappingForm = lazyWithoutSuspense(loadCsvMapping);

/** At most this many lines that cannot be read are named. */
const FAULTS_SHOWN = 200;

/** 'Import' (R373): adds an export of this server or another one to the log. */
export function ImportSection() {
  const store = useStore();
  const save = useSave();
  const picker = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const state = useSyncExternalStore(subscribeImport, () => importOf(store.userId));
  useWakeLock(state.at === 'importing');
  const before = useRef(state.at);
  useEffect(() => {
    if (before.current === state.at) return;
    before.current = state.at;
    // The button that had the focus is gone.
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    // What is asked is taller or shorter than what was there.
    if (state.at === 'planned') place.current?.scrollIntoView({ block: 'start' });
  }, [state.at]);

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const zips = [...(target.files ?? [])];
    // The same file can be chosen again.
    target.value = '';
    if (zips.length === 0) return;
    place.current?.focus();
    void readImport(store, zips, location.host);
  };
  const start = (planned: Planned) => {
    place.current?.focus();
    void runImport(store.userId, planned, save);
  };
  const forget = () => {
    place.current?.focus();
    forgetImport(store.userId);
  };
  return (
    <section aria-labelledby="import" className="max-w-[640px]">
      <h2 id="import">{TEXTS.title}</h2>
      <p className="mt-1 text-15 text-ink-2">{TEXTS.about}</p>
      <div ref={place} tabIndex={-1} role="group" aria-labelledby="import" className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
        <input
          ref={picker}
          type="file"
          accept=".zip,.csv,.tsv,.txt,application/zip,text/csv"
          multiple
          hidden
          aria-label={TEXTS.choose}
          onChange={choose}
          data-testid="import-file"
        />
        {state.at === 'refused' && <p role="alert">{TEXTS.refused[state.reason]}</p>}
        {state.at === 'ended' && <Ended end={state} />}
        {(state.at === 'start' || state.at === 'reading' || state.at === 'refused' || state.at === 'ended') && (
          <>
            <Button
              className="justify-self-start"
              pending={state.at === 'reading' && TEXTS.reading}
              onClick={() => picker.current?.click()}
            >
              {TEXTS.choose}
            </Button>
            <p className="text-15 text-ink-2">{TEXTS.chooseParts}</p>
          </>
        )}
        {state.at === 'mapping' && (
          <CsvMappingForm
            csv={state.csv}
            onGoOn={(options) => {
              place.current?.focus();
              void planSpreadsheet(store, state.csv, options);
            }}
            onCancel={forget}
          />
        )}
        {state.at === 'planned' && <WhatItAdds planned={state} onStart={() => start(state)} onCancel={forget} />}
        {state.at === 'importing' && <Importing state={state} onStop={() => stopImport(store.userId)} />}
      </div>
    </section>
  );
}

const isForOthers = ({ fresh, profile }: ImportPlan): boolean =>
  profile.profileVisibility === 'public' ||
  fresh.cues.some(({ visibility = 'private' }) => visibility !== 'private') ||
  fresh.trials.some(({ shownToPartners }) => shownToPartners);

function WhatItAdds({ planned, onStart, onCancel }: { planned: Planned; onStart: () => void; onCancel: () => void }) {
  const { plan } = planned;
  const { counts, files, absent, faults, profile } = plan;
  const isNew = rowsIn(plan) > 0 || files.length > 0;
  const kinds = NAMES_OF_KINDS.filter((kind) => Object.values(counts[kind]).some((count) => count > 0));
  const isDeleted = kinds.some((kind) => counts[kind].deleted > 0);
  const isAllHere = faults.length === 0 && absent === 0 && !isDeleted && !plan.lacksFilms;
  const notes = [
    Object.keys(profile).length > 0 && TEXTS.profile,
    files.length > 0 && TEXTS.files(files.length),
    absent > 0 && TEXTS.absent(absent),
    plan.lacksFilms && TEXTS.lacksFilms,
    isForOthers(plan) && TEXTS.othersSee,
    isDeleted && TEXTS.staysDeleted,
  ].filter((note) => note !== false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-y border-line py-3">
      <p role="status" className="font-semi">
        {isNew ? TEXTS.what : isAllHere ? TEXTS.nothing : TEXTS.nothingToAdd}
      </p>
      {kinds.length > 0 && (
        <div className="overflow-x-auto" role="region" aria-label={TEXTS.what} tabIndex={0}>
          <table className="w-full text-start">
            <thead>
              <tr className="text-15 text-ink-2">
                {TEXTS.columns.map((column, at) => (
                  <th key={column} scope="col" className={at === 0 ? 'text-start' : 'ps-3 pb-1 text-end align-bottom font-normal'}>
                    {column || <span className="sr-only">{TEXTS.kind}</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {kinds.map((kind) => (
                <tr key={kind} className="border-t border-line">
                  <th scope="row" className="py-2 text-start font-normal">
                    {TEXTS.kinds[kind]}
                  </th>
                  {[counts[kind].fresh, counts[kind].here, counts[kind].deleted].map((count, at) => (
                    <td key={at} className={`py-2 ps-3 text-end tabular-nums ${at === 0 ? 'font-semi' : 'text-ink-2'}`}>
                      {count.toLocaleString()}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {notes.length > 0 && <p className="text-15 text-ink-2">{notes.join(' ')}</p>}
      <Faults faults={faults} />
      <div className="flex flex-wrap gap-2">
        {isNew && (
          <Button tone="primary" compact onClick={onStart}>
            {TEXTS.start}
          </Button>
        )}
        <Button onClick={onCancel}>{isNew ? TEXTS.cancel : TEXTS.close}</Button>
      </div>
    </div>
  );
}

function Faults({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <details>
      <summary className="min-h-12 content-center text-15">{TEXTS.faults(faults.length)}</summary>
      <ul className="grid gap-1 text-15 break-words text-ink-2">
        {faults.slice(0, FAULTS_SHOWN).map((fault, place) => (
          <li key={place}>{TEXTS.fault(fault)}</li>
        ))}
        {faults.length > FAULTS_SHOWN && <li>{TEXTS.more(faults.length - FAULTS_SHOWN)}</li>}
      </ul>
    </details>
  );
}

function Importing({ state, onStop }: { state: ImportState & { at: 'importing' }; onStop: () => void }) {
  const { rows, media, waits, isStopping } = state;
  const [done, total] = [rows.done + media.done, rows.total + media.total];
  const isAtFiles = rows.done === rows.total;
  return (
    <div className="grid gap-1 border-y border-line py-3">
      <p>
        <b role="status" className="block font-semi">
          {TEXTS.importing}
        </b>
        <span className="text-15 text-ink-2">
          {isAtFiles ? TEXTS.media(media.done, media.total) : TEXTS.rows(rows.done, rows.total)}.{' '}
          <span role="status">{waits ? TEXTS.waits(deviceWord()) : TEXTS.stays}</span>
        </span>
      </p>
      <Progress label={TEXTS.imported} fraction={total === 0 ? 1 : done / total} />
      <Button className="-ms-3 justify-self-start" tone="quiet" pending={isStopping && TEXTS.stopping} onClick={onStop}>
        {TEXTS.stop}
      </Button>
    </div>
  );
}

function Ended({ end: { how, rows, media, refused, plan } }: { end: ImportEnd }) {
  const words = {
    done: TEXTS.added(rows, media),
    stopped: `${TEXTS.added(rows, media)} ${TEXTS.stopped}`,
    failed: `${TEXTS.added(rows, media)} ${TEXTS.failed}`,
    full: `${TEXTS.added(rows, media)} ${TEXTS.full(deviceWord())}`,
  };
  return (
    <div role={how === 'done' || how === 'stopped' ? 'status' : 'alert'} className="grid gap-1">
      <p>{words[how]}</p>
      {plan.absent > 0 && <p className="text-15 text-ink-2">{TEXTS.absent(plan.absent)}</p>}
      <Faults faults={plan.faults} />
      {refused.length > 0 && (
        <>
          <p>{TEXTS.refusedFiles(refused.length)}</p>
          <ul className="text-15 break-words text-ink-2">
            {refused.map((name, place) => (
              <li key={place}>{name}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
