import type { Hold } from '../../sync/transfers/large-file-policy.ts';
import { writeSetting } from '../../sync/store/settings.ts';
import { sendOnAnyNetwork } from '../../sync/transfers/upload-actions.ts';
import { Button } from '../components/button.tsx';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { TEXTS } from './texts.ts';

/** Choices for a large file that waits for Wi-Fi. If the browser hides the connection type, the person chooses once. */
export function HeldActions({ mediaId, hold, run }: { mediaId: string; hold: Hold; run: (act: Promise<unknown>) => void }) {
  const store = useStore();
  const ports = usePorts();
  return (
    <>
      <Button icon="up" onClick={() => run(sendOnAnyNetwork(store, ports, mediaId))}>
        {TEXTS.sendNow}
      </Button>
      {hold === 'ask' && (
        <>
          <Button onClick={() => run(writeSetting(store, 'largeFiles', 'any'))}>{TEXTS.alwaysSend}</Button>
          <Button onClick={() => run(writeSetting(store, 'largeFiles', 'wifi'))}>{TEXTS.waitForWifi}</Button>
        </>
      )}
    </>
  );
}
