import { useState } from 'react';
import { readFirstReading } from '../../sync/status/first-sync.ts';
import { Button } from '../components/button.tsx';
import { saveBlob } from '../components/save-blob.ts';
import { showError, showToast } from '../components/toast-store.ts';
import { useWakeLock } from '../components/use-wake-lock.ts';
import { deviceDay } from '../dates/training-moment.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { EXPORT_TEXTS as TEXTS } from './texts.ts';

/** An export by this device alone, without signal: what it holds, with films that are not uploaded yet (R372). */
export function DeviceExportButton() {
  const store = useStore();
  const ports = usePorts();
  const [pending, setPending] = useState<string | null>(null);
  // Reading long films takes minutes, and a phone that sleeps stops.
  useWakeLock(pending !== null);

  const make = async () => {
    const [{ readDeviceExport }, { makeDeviceExport }, { foldTaps }] = await Promise.all([
      import('../../sync/queries/device-export.ts'),
      import('./make-device-export.ts'),
      import('../../sync/outbox/taps.ts'),
    ]);
    // Taps of a deleted set stay where they are.
    await foldTaps(store, ports).catch(() => undefined);
    const held = (await readFirstReading(store)) === 'done' ? await readDeviceExport(store) : null;
    if (!held) return showToast({ description: TEXTS.nothingHere });
    const tell = (done: number, total: number) => setPending(TEXTS.preparing(done, total));
    const { zip, elsewhere } = await makeDeviceExport(held, ports.files, { host: location.host, tell });
    saveBlob(zip, `longline-${deviceDay(ports.now())}.zip`);
    showToast({ description: TEXTS.savedHere(zip.size, elsewhere) });
  };
  const press = () => {
    setPending(TEXTS.preparing(0, 0));
    void make()
      .catch(() => showError(TEXTS.notSavedHere))
      .finally(() => setPending(null));
  };
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-15 text-ink-2">
      {TEXTS.noSignal}
      <Button className="-ms-3" tone="quiet" icon="download" pending={pending ?? false} onClick={press}>
        {TEXTS.exportHere}
      </Button>
    </p>
  );
}
