import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { showError } from '../components/toast-store.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { exportQueue } from './export-queue.ts';
import { saveBlob } from '../components/save-blob.ts';
import { TEXTS } from './texts.ts';

/** Downloads all unsynced work as a file, even without access to the account. */
export function ExportButton() {
  const store = useStore();
  const ports = usePorts();
  const [pending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    try {
      saveBlob(await exportQueue(store), `longline-${new Date(ports.now()).toISOString().slice(0, 10)}.json`);
    } catch {
      showError(TEXTS.actionFailed);
    }
    setPending(false);
  };
  return (
    <Button tone="quiet" icon="download" aria-disabled={pending} onClick={() => !pending && void run()}>
      {TEXTS.export}
    </Button>
  );
}
