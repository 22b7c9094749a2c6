import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useDialogRoute } from '../../components/use-dialog-route.ts';
import { useDeviceWord } from '../../components/use-is-phone.ts';
import { INSTALL_DIALOG } from '../../install/install-dialog-name.ts';
import { install } from '../../install/install-prompt.ts';
import { PUSH_DIALOG } from '../../push/push-dialog-name.ts';
import { usePushSetting } from '../../push/use-push-setting.ts';
import type { Capabilities } from './capabilities.ts';
import { browserName } from './browser-name.ts';
import { askToKeepStorage } from './detect-capabilities.ts';
import { FactLine } from './fact-line.tsx';
import { TEXTS } from './texts.ts';
import { useCapabilities } from './use-capabilities.ts';

/** The person's choice counts only if the browser allows notifications. */
function notifiedBy(permission: Capabilities['notifications'], chosen: boolean): keyof typeof TEXTS.notifications {
  if (permission === 'allowed') return chosen ? 'on' : 'off';
  return permission === 'unasked' ? 'off' : permission;
}

/** 'What this phone can do' at `/device` (R258). */
export function DeviceScreen() {
  const device = useDeviceWord();
  const { found, refresh } = useCapabilities();
  const { setting, turnOn } = usePushSetting();
  const notifying = useDialogRoute(PUSH_DIALOG, []);
  const installing = useDialogRoute(INSTALL_DIALOG, []);
  const [refused, setRefused] = useState(false);
  const name = browserName();
  // Wait for all answers: lines that appear one by one would move under a thumb.
  const capabilities = setting === undefined ? undefined : found?.capabilities;

  const installAction = {
    prompt: (
      <Button tone="primary" compact onClick={() => void install().then(refresh)}>
        {TEXTS.install}
      </Button>
    ),
    'share-sheet': (
      <Button tone="primary" compact onClick={() => installing.open()}>
        {TEXTS.showSteps}
      </Button>
    ),
  };
  const keep = async () => {
    setRefused(!(await askToKeepStorage()));
    refresh();
  };
  const notified = capabilities && notifiedBy(capabilities.notifications, setting?.on ?? false);

  return (
    <div className="max-w-[720px]">
      <PageHead title={TEXTS.title(device)} />
      {name && <p className="-mt-4 mb-4 text-15 text-ink-2 md:-mt-5">{name}</p>}
      {capabilities && notified && (
        <ul aria-label={TEXTS.list}>
          <FactLine {...TEXTS.offline[capabilities.offline](found?.storageUse ?? null)} />
          <FactLine
            {...TEXTS.installing[capabilities.install](device)}
            action={
              capabilities.install === 'prompt' || capabilities.install === 'share-sheet' ? installAction[capabilities.install] : null
            }
          />
          <FactLine
            {...TEXTS.storage[capabilities.storage](device)}
            action={capabilities.storage === 'may-go' && <Button onClick={() => void keep()}>{TEXTS.keep}</Button>}
          />
          <FactLine
            {...TEXTS.notifications[notified]}
            action={
              notified === 'on' ? (
                <Button onClick={() => notifying.open()}>{TEXTS.change}</Button>
              ) : (
                notified === 'off' && <Button onClick={() => void turnOn().then(refresh)}>{TEXTS.turnOn}</Button>
              )
            }
          />
          <FactLine {...TEXTS.background[capabilities.background]} />
          <FactLine {...TEXTS.shareSheet[capabilities.shareSheet]} />
          <FactLine {...TEXTS.camera[capabilities.camera]} />
          <FactLine {...TEXTS.screen[capabilities.screen]} />
        </ul>
      )}
      <p role="status" className="mt-4 text-15 text-ink-2 empty:hidden">
        {refused && capabilities?.storage === 'may-go' && TEXTS.notKept}
      </p>
    </div>
  );
}
