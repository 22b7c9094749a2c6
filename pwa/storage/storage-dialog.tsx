import { freeLocalCopy } from '../../sync/media/forget-media.ts';
import { readSetting, writeSetting } from '../../sync/store/settings.ts';
import { listStoredFiles, type StoredFile } from '../../sync/status/stored-files.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { SwitchRow } from '../components/switch-row.tsx';
import { showError } from '../components/toast-store.ts';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { formatBytes } from '../dates/format-date.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { StoredFileLine } from './stored-file-line.tsx';
import { TEXTS } from './texts.ts';

/** Storage used by files on this device, and whether to keep them after upload. Unsynced files cannot be freed. */
export function StorageDialog({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const ports = usePorts();
  const device = useDeviceWord();
  const found = useLive(async () => {
    const [stored, keep = true, largeFiles = 'wifi'] = await Promise.all([
      listStoredFiles(store, ports),
      readSetting(store, 'keepMedia'),
      readSetting(store, 'largeFiles'),
    ]);
    return { stored, keep, largeFiles };
  }, [store, ports]);
  if (!found) return null;
  const { stored, keep, largeFiles } = found;
  const { storageUse } = stored;
  const freeable = stored.files.filter(({ mayBeFreed }) => mayBeFreed);
  const run = (act: Promise<unknown>) => void act.catch(() => showError(TEXTS.failed));
  const free = async (files: readonly StoredFile[]) => {
    for (const { media } of files) await freeLocalCopy(store, ports, media.id);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={TEXTS.title}
      foot={
        freeable.length > 1 && (
          <Button onClick={() => run(free(freeable))}>
            {TEXTS.freeAll(formatBytes(freeable.reduce((sum, { media }) => sum + media.size, 0)))}
          </Button>
        )
      }
    >
      <p className="text-ink-2">
        {stored.files.length === 0 ? TEXTS.none(device) : TEXTS.used(stored.files.length, formatBytes(stored.size), device)}
        {storageUse && ` ${TEXTS.room(formatBytes(Math.max(0, storageUse.quota - storageUse.usage)))}`}
      </p>
      <div className="mt-4 grid gap-2">
        <SwitchRow
          label={TEXTS.keep(device)}
          hint={TEXTS.keepHint}
          checked={keep}
          onChange={(checked) => run(writeSetting(store, 'keepMedia', checked))}
        />
        <SwitchRow
          label={TEXTS.wifi}
          hint={TEXTS.wifiHint}
          checked={largeFiles === 'wifi'}
          onChange={(checked) => run(writeSetting(store, 'largeFiles', checked ? 'wifi' : 'any'))}
        />
      </div>
      {stored.files.length > 0 && (
        <section className="mt-8">
          <h3 className="mb-3">{TEXTS.files}</h3>
          <ul>
            {stored.files.map((file) => (
              <ItemBoundary key={file.media.id} what="file" id={file.media.id} resetKey={file}>
                <StoredFileLine file={file} onFree={() => run(free([file]))} />
              </ItemBoundary>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}
