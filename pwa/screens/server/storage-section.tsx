import { type ReactNode, useState } from 'react';
import type { Reclaimed, ServerState } from '../../../api/contract/server-page.ts';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { formatBytes } from '../../dates/format-date.ts';
import { TEXTS } from './texts.ts';

export interface StorageSectionProps {
  server: ServerState;
  onReclaim: (what: Reclaimed) => Promise<void>;
}

/** What takes space on the server. Only what no one needs can be reclaimed: what people deleted stays theirs for 30 days. */
export function StorageSection({ server, onReclaim }: StorageSectionProps) {
  const { disk, databaseBytes, originals, copies, deleted, unfinished, setAside } = server;
  const all = originals.bytes + copies.bytes + deleted.bytes + unfinished.bytes + (setAside?.bytes ?? 0) + databaseBytes;
  const whole = Math.max(disk.hasMedia ? disk.size : all, 1);
  const free = formatBytes(disk.free);
  const reclaim = (what: Reclaimed, when: boolean) => when && <Reclaim what={what} onReclaim={onReclaim} />;
  return (
    <section className="min-w-0">
      <h2>{TEXTS.storage}</h2>
      <p className="pt-1 pb-2 text-ink-2">
        {disk.hasMedia ? TEXTS.disk(formatBytes(disk.size - disk.free), formatBytes(disk.size), free) : TEXTS.inBucket(free)}
      </p>
      <ul>
        <Kind name="originals" about={TEXTS.files(originals.files)} bytes={originals.bytes} whole={whole} />
        <Kind name="copies" about={TEXTS.made(copies.files)} bytes={copies.bytes} whole={whole} />
        <Kind name="database" bytes={databaseBytes} whole={disk.hasDatabase || !disk.hasMedia ? whole : null} />
        <Kind name="deleted" spare about={TEXTS.files(deleted.files)} bytes={deleted.bytes} whole={whole} />
        <Kind
          name="unfinished"
          spare
          about={
            unfinished.idle.files === 0 ? TEXTS.files(unfinished.files) : TEXTS.idle(unfinished.files, formatBytes(unfinished.idle.bytes))
          }
          bytes={unfinished.bytes}
          whole={whole}
        >
          {reclaim('unfinished', unfinished.idle.files > 0)}
        </Kind>
        <Kind
          name="setAside"
          spare
          about={setAside ? TEXTS.aside(setAside.files, setAside.old) : TEXTS.storeAway}
          bytes={setAside?.bytes ?? null}
          whole={whole}
        >
          {reclaim('setAside', setAside !== null && setAside.old > 0)}
        </Kind>
      </ul>
    </section>
  );
}

interface KindProps {
  name: keyof typeof TEXTS.kinds;
  about?: string;
  /** Null if it was not measured. */
  bytes: number | null;
  /** What a full meter stands for, in bytes; null without a meter. */
  whole: number | null;
  /** Nothing that people see: in another colour. */
  spare?: boolean;
  children?: ReactNode;
}

function Kind({ name, about, bytes, whole, spare = false, children }: KindProps) {
  return (
    <li className="grid min-h-15 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-2 last:border-b">
      <span className="leading-[1.3]">
        {TEXTS.kinds[name]}
        {about && <span className="block text-13 text-ink-3">{about}</span>}
      </span>
      <span className="flex flex-wrap items-center justify-end gap-x-3">
        <b className="font-semi whitespace-nowrap">{bytes === null ? TEXTS.unmeasured : formatBytes(bytes)}</b>
        {children}
      </span>
      {whole !== null && (
        <span aria-hidden="true" className="col-span-2 mt-1 h-1 overflow-hidden rounded-full bg-line">
          <span
            className={classNames('block h-full origin-left forced-colors:bg-[CanvasText]', spare ? 'bg-control' : 'bg-primary')}
            style={{ transform: `scaleX(${(bytes ?? 0) / whole})` }}
          />
        </span>
      )}
    </li>
  );
}

function Reclaim({ what, onReclaim }: { what: Reclaimed } & Pick<StorageSectionProps, 'onReclaim'>) {
  const [state, setState] = useState<'idle' | 'asking' | 'doing'>('idle');
  const { title, text, action } = TEXTS.asks[what];
  const confirm = () => {
    setState('doing');
    void onReclaim(what).finally(() => setState('idle'));
  };
  const pending = state === 'doing';
  return (
    <>
      <Button
        pending={pending && TEXTS.reclaiming}
        aria-label={pending ? undefined : TEXTS.reclaimOf[what]}
        onClick={() => setState('asking')}
      >
        {TEXTS.reclaim}
      </Button>
      <ConfirmDialog
        open={state === 'asking'}
        danger
        title={title}
        confirmLabel={action}
        onClose={() => setState('idle')}
        onConfirm={confirm}
      >
        {text}
      </ConfirmDialog>
    </>
  );
}
