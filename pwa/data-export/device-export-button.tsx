import { useState } from 'react';
import { readFirstReading } from '../../sync/status/first-sync.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { Button } from '../components/button.tsx';
import { saveBlob } from '../components/save-blob.ts';
import { showError, showToast } from '../components/toast-store.ts';
import { useWakeLock } from '../components/use-wake-lock.ts';
import { deviceDay } from '../dates/training-moment.ts';
import { EXPORT_TEXTS as TEXTS } from './texts.ts';

interface DeviceExportButtonProps {
  store: Store;
  ports: Ports;
  /** The account is gone: what the device holds is all there will be. */
  isLast?: boolean;
  /** Told when an export begins and ends. */
  onExporting?: (isExporting: boolean) => void;
  className?: string;
}

/** An export by this device alone, without signal: what it holds, with films and changes that are not uploaded yet (R372). */
export function DeviceExportButton({ store, ports, isLast = false, onExporting, className }: DeviceExportButtonProps) {
  const [pending, setPending] = useState<string | null>(null);
  // Reading long films takes minutes, and a phone that sleeps stops.
  useWakeLock(pending !== null);

  const make = async () => {
    const [{ readDeviceExport }, { makeDeviceExport }, { foldTaps }, { notSentYet }] = await Promise.all([
      import('../../sync/queries/device-export.ts'),
      import('./make-device-export.ts'),
      import('../../sync/outbox/taps.ts'),
      import('./not-sent-yet.ts'),
    ]);
    // Taps of a deleted set stay where they are.
    await foldTaps(store, ports).catch(() => undefined);
    const isRead = isLast || (await readFirstReading(store)) === 'done';
    const held = isRead ? await readDeviceExport(store, { isLast }) : null;
    if (!held) return showToast({ description: TEXTS.nothingHere });
    const { zip, elsewhere } = await makeDeviceExport(held, ports.files, {
      host: location.host,
      more: await notSentYet(store),
      tell: (done, total) => setPending(TEXTS.preparing(done, total)),
    });
    saveBlob(zip, `longline-${deviceDay(ports.now())}.zip`);
    showToast({ description: TEXTS.savedHere(zip.size, elsewhere) });
  };
  const press = () => {
    setPending(TEXTS.preparing(0, 0));
    onExporting?.(true);
    void make()
      .catch(() => showError(TEXTS.notSavedHere))
      .finally(() => {
        setPending(null);
        onExporting?.(false);
      });
  };
  return (
    <Button tone={isLast ? 'plain' : 'quiet'} className={className} icon="download" pending={pending ?? false} onClick={press}>
      {TEXTS.exportHere}
    </Button>
  );
}
