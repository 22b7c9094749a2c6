import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DataExport, ExportRequest } from '../../api/contract/data-export.ts';
import { Button } from '../components/button.tsx';
import { buttonStyle } from '../components/button-style.ts';
import { Icon } from '../components/icon.tsx';
import { Progress } from '../components/progress.tsx';
import { SelectField } from '../components/select-field.tsx';
import { Freshness } from '../online/freshness.tsx';
import { EXPORT_TEXTS as TEXTS } from './texts.ts';
import { partPath, useExport } from './use-export.ts';

const GB = 1_000_000_000;
/** Some file systems and browsers hold no larger file. */
const PART_SIZES = { whole: null, four: 4 * GB, two: 2 * GB } as const;
type PartSize = keyof typeof PART_SIZES;

/**
 * 'Export' (R371): the server makes ZIP files of everything, to download.
 * @param here what this device can export without the server
 */
export function ExportSection({ here }: { here?: ReactNode }) {
  const { list, state, prepare, discard } = useExport();
  const [acts, setActs] = useState(false);
  /** When the present state was read; a person's act has made it out of date. */
  const [staleAt, setStaleAt] = useState<number | null>(null);
  const pending = acts || (staleAt !== null && staleAt === list.readAt && list.failure === null);
  const place = useRef<HTMLDivElement>(null);
  const act = async (change: Promise<boolean>) => {
    setActs(true);
    const isMade = await change;
    setActs(false);
    if (isMade) setStaleAt(list.readAt);
  };
  const made = state?.export ?? null;
  const shown = made?.state ?? 'none';
  const before = useRef(shown);
  useEffect(() => {
    // The button that had the focus is gone.
    if (before.current !== shown && document.activeElement === document.body) place.current?.focus();
    before.current = shown;
  }, [shown]);
  return (
    <section aria-labelledby="export" className="max-w-[640px]">
      <h2 id="export" tabIndex={-1}>
        {TEXTS.title}
      </h2>
      <p className="mt-1 text-15 text-ink-2">{TEXTS.about}</p>
      <div ref={place} tabIndex={-1} role="group" aria-labelledby="export" className="mt-3 grid gap-3">
        {/* Says once what has come of it, not each step. */}
        <p role="status" className="sr-only">
          {made && TEXTS.states[made.state]}
        </p>
        {!state && (
          <p role="status" className="text-15 text-ink-2">
            {list.failure ? TEXTS[list.failure === 'refused' ? 'unread' : 'offline'] : TEXTS.loading}
          </p>
        )}
        {!state && list.failure && (
          <Button icon="retry" className="justify-self-start" onClick={list.refresh}>
            {TEXTS.retry}
          </Button>
        )}
        {state && list.failure && <Freshness list={list} onRefresh={list.refresh} />}
        {made?.state === 'failed' && (
          <p>
            <b className="block font-semi">{TEXTS.states.failed}</b>
            <span className="text-15 text-ink-2">{TEXTS.failedAbout}</span>
          </p>
        )}
        {made?.state === 'preparing' && <Preparing made={made} pending={pending} onCancel={() => void act(discard(made))} />}
        {made?.state === 'ready' && <Ready made={made} pending={pending} onDiscard={() => void act(discard(made))} />}
        {state && (made === null || made.state === 'failed') && (
          <Choice filmBytes={state.filmBytes} pending={pending} onPrepare={(request) => void act(prepare(request))} />
        )}
        {here}
      </div>
    </section>
  );
}

function Choice({ filmBytes, pending, onPrepare }: { filmBytes: number; pending: boolean; onPrepare: (request: ExportRequest) => void }) {
  const [films, setFilms] = useState(true);
  const [size, setSize] = useState<PartSize>('whole');
  const isLarge = films && filmBytes > PART_SIZES.two;
  return (
    <>
      {filmBytes > 0 && (
        <label className="flex min-h-12 items-center gap-3">
          <input type="checkbox" className="check-box" checked={films} onChange={({ target }) => setFilms(target.checked)} />
          {TEXTS.films(filmBytes)}
        </label>
      )}
      {isLarge && (
        <SelectField label={TEXTS.partSize} value={size} onChange={({ target }) => setSize(target.value as PartSize)}>
          {Object.entries(TEXTS.sizes).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
      )}
      <Button
        className="justify-self-start"
        tone="primary"
        compact
        pending={pending && TEXTS.asking}
        onClick={() => onPrepare({ films, partBytes: isLarge ? PART_SIZES[size] : null })}
      >
        {TEXTS.prepare}
      </Button>
    </>
  );
}

function Preparing({ made: { filesDone, filesTotal }, pending, onCancel }: { made: DataExport; pending: boolean; onCancel: () => void }) {
  return (
    <div className="grid gap-1 border-y border-line py-3">
      <p>
        <b className="block font-semi">{TEXTS.preparing(filesDone, filesTotal)}</b>
        <span className="text-15 text-ink-2">{TEXTS.goesOn(filesDone, filesTotal)}</span>
      </p>
      <Progress label={TEXTS.prepared} fraction={filesTotal === 0 ? 0 : filesDone / filesTotal} />
      <Button className="-ms-3 justify-self-start" tone="quiet" pending={pending && TEXTS.cancelling} onClick={onCancel}>
        {TEXTS.cancel}
      </Button>
    </div>
  );
}

function Ready({ made, pending, onDiscard }: { made: DataExport; pending: boolean; onDiscard: () => void }) {
  const { films, parts, lost, damaged, keptUntil } = made;
  const about = [
    TEXTS.size(parts, films && lost + damaged === 0),
    keptUntil && TEXTS.kept(keptUntil.slice(0, 10)),
    lost > 0 && TEXTS.lost(lost),
    damaged > 0 && TEXTS.damaged(damaged),
  ];
  return (
    <div className="grid gap-3 border-y border-line py-3">
      <p>
        <b className="block font-semi">{TEXTS.states.ready}</b>
        <span className="text-15 text-ink-2">{about.filter(Boolean).join(' ')}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {parts.map((bytes, place) => (
          <a
            key={place}
            href={partPath(place + 1)}
            download
            className={buttonStyle(parts.length === 1 ? 'primary' : 'plain', { compact: true })}
          >
            <Icon name="download" />
            {parts.length === 1 ? TEXTS.download : TEXTS.downloadPart(place + 1, parts.length, bytes)}
          </a>
        ))}
        <Button tone="quiet" pending={pending && TEXTS.discarding} onClick={onDiscard}>
          {TEXTS.discard}
        </Button>
      </div>
    </div>
  );
}
