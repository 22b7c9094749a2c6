import type { StoredFile } from '../../sync/status/stored-files.ts';
import { Button } from '../components/button.tsx';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { formatBytes } from '../dates/format-date.ts';
import { fileWords } from '../sync-tray/record-words.ts';
import { TEXTS } from './texts.ts';

/** A file on this device: what it belongs to, its size, and whether the server has it. */
export function StoredFileLine({ file: { media, subject, mayBeFreed }, onFree }: { file: StoredFile; onFree: () => void }) {
  const device = useDeviceWord();
  return (
    <li className="flex min-h-16 items-center gap-4 border-t border-line py-2">
      <span className="min-w-0 flex-1">
        <b className="block leading-tight [overflow-wrap:anywhere]">{fileWords(subject)}</b>
        <span className="text-15 text-ink-3">
          {formatBytes(media.size)} · {mayBeFreed ? TEXTS.synced : TEXTS.onlyHere(device)}
        </span>
      </span>
      {mayBeFreed && (
        <Button aria-label={TEXTS.freeOf(fileWords(subject))} onClick={onFree}>
          {TEXTS.free}
        </Button>
      )}
    </li>
  );
}
