import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useDialogRoute } from '../../components/use-dialog-route.ts';
import { useDeviceWord } from '../../components/use-is-phone.ts';
import { INSTALL_DIALOG } from '../../install/install-dialog-name.ts';
import { install } from '../../install/install-prompt.ts';
import { PUSH_DIALOG } from '../../push/push-dialog-name.ts';
import { usePushSetting } from '../../push/use-push-setting.ts';
import type { Abilities } from './abilities.ts';
import { browserName } from './browser-name.ts';
import { askToKeepStorage } from './detect-abilities.ts';
import { FactLine } from './fact-line.tsx';
import { TEXTS } from './texts.ts';
import { useAbilities } from './use-abilities.ts';

/** What the person chose counts only where the browser allows it. */
function notifiedBy(permission: Abilities['notifications'], chosen: boolean): keyof typeof TEXTS.notifications {
  if (permission === 'allowed') return chosen ? 'on' : 'off';
  return permission === 'unasked' ? 'off' : permission;
}

/** 'What this phone can do' at `/device` (R258). */
export function DeviceScreen() {
  const device = useDeviceWord();
  const { found, refresh } = useAbilities();
  const { setting, turnOn } = usePushSetting();
  const notifying = useDialogRoute(PUSH_DIALOG, []);
  const installing = useDialogRoute(INSTALL_DIALOG, []);
  const [refused, setRefused] = useState(false);
  const name = browserName();
  // Wait for all answers: lines that appear one by one would move under a thumb.
  const abilities = setting === undefined ? undefined : found?.abilities;

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
  const notified = abilities && notifiedBy(abilities.notifications, setting?.on ?? false);

  return (
    <div className="max-w-[720px]">
      <PageHead title={TEXTS.title(device)} />
      {name && <p className="-mt-4 mb-4 text-15 text-ink-2 md:-mt-5">{name}</p>}
      {abilities && notified && (
        <ul aria-label={TEXTS.list}>
          <FactLine {...TEXTS.offline[abilities.offline](found?.room ?? null)} />
          <FactLine
            {...TEXTS.installing[abilities.install](device)}
            action={abilities.install === 'prompt' || abilities.install === 'share-sheet' ? installAction[abilities.install] : null}
          />
          <FactLine
            {...TEXTS.storage[abilities.storage](device)}
            action={abilities.storage === 'may-go' && <Button onClick={() => void keep()}>{TEXTS.keep}</Button>}
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
          <FactLine {...TEXTS.background[abilities.background]} />
          <FactLine {...TEXTS.shareSheet[abilities.shareSheet]} />
          <FactLine {...TEXTS.camera[abilities.camera]} />
          <FactLine {...TEXTS.screen[abilities.screen]} />
        </ul>
      )}
      <p role="status" className="mt-4 text-15 text-ink-2 empty:hidden">
        {refused && abilities?.storage === 'may-go' && TEXTS.notKept}
      </p>
    </div>
  );
}
