import { useState } from 'react';
import { PUSH_KINDS } from '../../api/contract/push-kinds.ts';
import { Dialog } from '../components/dialog.tsx';
import { SwitchRow } from '../components/switch-row.tsx';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { PUSH_DIALOG } from './push-dialog-name.ts';
import { canPush } from './push-service.ts';
import { TEXTS } from './texts.ts';
import { usePushSetting } from './use-push-setting.ts';

/** Notification settings of this browser, with a switch for each kind (`?dialog=notify`). */
export function PushDialog() {
  const { close } = useDialogRoute(PUSH_DIALOG, []);
  const device = useDeviceWord();
  const { setting, turnOn, turnOff, choose } = usePushSetting();
  // Read again after the browser's permission prompt.
  const [permission, setPermission] = useState(() => (canPush() ? Notification.permission : null));
  // Render nothing while loading: a switch that flips right after it appears would show the wrong state first.
  if (setting === undefined) return null;
  const on = (setting?.on ?? false) && permission === 'granted';
  const flip = async (wanted: boolean) => (wanted ? setPermission(await turnOn()) : turnOff());
  const words =
    permission === null
      ? TEXTS.unable
      : permission === 'denied'
        ? TEXTS.blocked
        : on && setting?.problem
          ? TEXTS.problems[setting.problem]
          : null;
  return (
    <Dialog open onClose={close} title={TEXTS.title(device)} description={TEXTS.description}>
      {permission !== null && permission !== 'denied' && (
        <>
          <SwitchRow label={TEXTS.on} checked={on} onChange={(wanted) => void flip(wanted)} />
          {on && (
            <div className="mt-2 divide-y divide-line border-y border-line">
              {PUSH_KINDS.map((kind) => (
                <div key={kind} className="py-2">
                  <SwitchRow
                    label={TEXTS.kinds[kind]}
                    hint={TEXTS.hints[kind]}
                    checked={setting?.kinds.includes(kind) ?? true}
                    onChange={(wanted) => void choose(kind, wanted)}
                  />
                </div>
              ))}
            </div>
          )}
        </>
      )}
      <p role="status" className="mt-4 text-15 text-ink-2 empty:hidden">
        {words}
      </p>
    </Dialog>
  );
}
