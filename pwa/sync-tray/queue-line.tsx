import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DeviceMedia } from '../../sync/store/media-row.ts';
import { LOST_CODES } from '../../sync/http/loss-of.ts';
import { discard, retry } from '../../sync/outbox/queue-actions.ts';
import { restoreAsNew } from '../../sync/outbox/restore-as-new.ts';
import type { QueueEntry } from '../../sync/status/read-queue.ts';
import { cancelUpload, pauseUpload, resumeUpload, sendFirst } from '../../sync/transfers/upload-actions.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { copyToClipboard } from '../components/copy-to-clipboard.ts';
import { Progress } from '../components/progress.tsx';
import { showFailure } from '../forms/show-failure.ts';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useSave } from '../sync/use-save.ts';
import { copyWords } from './copy-words.ts';
import { editAddress } from './edit-address.ts';
import { failureWords } from './failure-words.ts';
import { HeldActions } from './held-actions.tsx';
import { groupOf } from './group-queue.ts';
import { lineWords } from './line-words.ts';
import { changeWords, entryWords } from './record-words.ts';
import { isLostEntry } from './summary-words.ts';
import { TEXTS } from './texts.ts';

export interface QueueLineProps {
  entry: QueueEntry;
  /** Whether other files are in the queue, so that this one can be moved to the front. */
  waitsInLine: boolean;
  /** The file, if the entry is one. */
  file: DeviceMedia | null;
}

/** One change or file in the queue. */
export function QueueLine({ entry, file, waitsInLine }: QueueLineProps) {
  const device = useDeviceWord();
  const now = usePorts().now();
  const { sync, error } = entry;
  const waitsFor = entry.kind === 'change' ? entry.waitsFor : null;
  const reason = sync.state === 'refused' || sync.state === 'failed' ? failureWords(error) : null;
  return (
    <li className="border-t border-line py-4 last:pb-0">
      <h4 className="text-17 leading-[1.3] font-semi [overflow-wrap:anywhere]">{entryWords(entry)}</h4>
      {reason && <p className="mt-1 text-15 font-semi text-danger">{reason}</p>}
      {error?.fields &&
        Object.values(error.fields)
          .filter((message) => message !== reason)
          .map((message) => (
            <p key={message} className="text-15 text-danger">
              {message}
            </p>
          ))}
      {startsAnew(entry) && <p className="mt-1 text-15 text-ink-2">{failureWords(error)}</p>}
      {reason && isStopped(entry) && <p className="text-15 text-ink-2">{TEXTS.stopped(device)}</p>}
      {sync.state === 'failed' && sync.retry !== 'helps' && file && <p className="text-15 text-ink-2">{TEXTS.noRetry[file.entity]}</p>}
      <p className="text-15 text-ink-3">{waitsFor ? TEXTS.waitsFor(changeWords(waitsFor)) : lineWords(entry, { file, device, now })}</p>
      {sync.state === 'uploading' && <Progress label={TEXTS.uploaded} fraction={sync.percent / 100} />}
      <div className="lines-up mt-3 flex flex-wrap gap-2 empty:hidden">
        <LineActions entry={entry} file={file} waitsInLine={waitsInLine} />
      </div>
    </li>
  );
}

const isStopped = ({ kind, error }: QueueEntry) => kind === 'change' && Object.values<string | undefined>(LOST_CODES).includes(error?.code);

/** An upload that restarts from zero shows why while it runs. */
const startsAnew = ({ sync, error }: QueueEntry) =>
  sync.state === 'uploading' && (error?.code === 'expired' || error?.code === 'hash_differs');

function LineActions({ entry, file, waitsInLine }: QueueLineProps): ReactNode {
  const store = useStore();
  const ports = usePorts();
  const save = useSave();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { key } = entry;
  const group = groupOf(entry);
  const run = (act: Promise<unknown>) => void act.catch((error: unknown) => showFailure(error, TEXTS.actionFailed));

  if (entry.kind === 'file') {
    return (
      <>
        {entry.sync.state === 'failed' && entry.sync.retry === 'helps' && (
          <Button onClick={() => run(resumeUpload(store, ports, key))}>{TEXTS.retry}</Button>
        )}
        {group === 'paused' && <Button onClick={() => run(resumeUpload(store, ports, key))}>{TEXTS.resume}</Button>}
        {entry.sync.state === 'held' && <HeldActions mediaId={key} hold={entry.sync.hold} run={run} />}
        {group === 'waiting' && entry.sync.state !== 'saving' && entry.sync.state !== 'held' && waitsInLine && (
          <Button onClick={() => run(sendFirst(store, ports, key))}>{TEXTS.sendFirst}</Button>
        )}
        {(group === 'uploading' || group === 'waiting') && entry.sync.state !== 'held' && (
          <Button icon="pause" onClick={() => run(pauseUpload(store, ports, key))}>
            {TEXTS.pause}
          </Button>
        )}
        <Button tone={group === 'failed' ? 'danger' : 'quiet'} onClick={() => setAsking(true)}>
          {group === 'failed' ? TEXTS.discard : TEXTS.cancel}
        </Button>
        <ConfirmDialog
          open={asking}
          danger
          title={TEXTS.askCancel.title}
          confirmLabel={TEXTS.askCancel.confirm}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            run(cancelUpload(store, ports, key));
          }}
        >
          <p>{(isLostEntry(entry) ? TEXTS.askCancel.lost : TEXTS.askCancel.texts)[file?.entity ?? 'videos']}</p>
        </ConfirmDialog>
      </>
    );
  }
  // A row that has since been deleted must be restored before it can be edited.
  const address = entry.canRestoreAsNew ? null : editAddress(entry);
  const words = copyWords(entry.payload);
  // Entries that sync by themselves get quiet buttons; failed ones need attention.
  const tone = group === 'failed' ? 'plain' : 'quiet';
  return (
    <>
      <Button tone={tone} onClick={() => run(save(() => retry(store, ports, key)))}>
        {TEXTS.retry}
      </Button>
      {entry.canRestoreAsNew && <Button onClick={() => run(save(() => restoreAsNew(store, ports, key)))}>{TEXTS.restoreAsNew}</Button>}
      {address && (
        <Button tone={tone} onClick={() => void navigate(address)}>
          {TEXTS.edit}
        </Button>
      )}
      {words && (
        <Button tone={tone} onClick={() => void copyToClipboard(words)}>
          {TEXTS.copy}
        </Button>
      )}
      <Button tone={group === 'failed' ? 'danger' : 'quiet'} onClick={() => setAsking(true)}>
        {TEXTS.discard}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={TEXTS.askDiscard.title}
        confirmLabel={TEXTS.askDiscard.confirm}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          run(discard(store, ports, key));
        }}
      >
        <p>{(entry.mayBeThere ? TEXTS.askDiscard.maybeSent : TEXTS.askDiscard.text)(changeWords(entry.subject))}</p>
      </ConfirmDialog>
    </>
  );
}
