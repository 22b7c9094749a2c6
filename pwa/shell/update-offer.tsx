import { useEffect } from 'react';
import { useIsBusy } from '../components/busy.ts';
import { Button } from '../components/button.tsx';
import { useWhenUnseen } from '../components/use-when-unseen.ts';
import { useEngine } from '../sync/sync-provider.tsx';
import { takeUpdate, updatePauses, useAppUpdate, watchForUpdates } from './app-update.ts';
import { SHELL_TEXTS as TEXTS } from './texts.ts';

/** Offers a new version; while a form is dirty or an upload runs, only says that it waits. `screen`: the current path. */
export function UpdateOffer({ screen }: { screen: string }) {
  const update = useAppUpdate();
  const isShown = useWhenUnseen(update !== 'none', screen);
  const busy = useIsBusy();
  const engine = useEngine();
  useEffect(() => {
    // Without a service worker the app still works online.
    watchForUpdates().catch(() => undefined);
  }, []);
  useEffect(() => updatePauses(engine), [engine]);
  return (
    <div role="status">
      {isShown && (
        <div className="border-b border-line bg-sunken">
          <div className="mx-auto flex max-w-[1280px] flex-wrap items-center gap-x-4 px-4 py-1 text-15 md:px-6">
            <p className="flex-1">
              <b>{TEXTS.newVersion}</b>
              {busy && <span className="text-ink-2">. {TEXTS.updateWaits}</span>}
            </p>
            {busy ? (
              <span className="min-h-12" />
            ) : (
              <Button tone="quiet" className="text-primary!" pending={update === 'coming' && TEXTS.updating} onClick={takeUpdate}>
                {TEXTS.update}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
