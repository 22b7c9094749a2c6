import { Button } from '../components/button.tsx';
import { canPush } from './push-service.ts';
import { TEXTS } from './texts.ts';
import { usePushSetting } from './use-push-setting.ts';

const { offer: WORDS } = TEXTS;

/**
 * Offers notifications, if the person has not decided yet. The browser's permission prompt appears only after 'Turn
 * on', and 'Not now' is remembered. The account menu always leads to the settings.
 */
export function PushOffer() {
  const { setting, turnOn, turnOff } = usePushSetting();
  if (setting !== null || !canPush() || Notification.permission === 'denied') return null;
  return (
    <section aria-label={WORDS.label} className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-2 border-y border-line py-3">
      <div className="flex-[1_1_260px]">
        <h2 className="text-17">{WORDS.title}</h2>
        <p className="text-15 text-ink-2">{WORDS.why}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {/* Denying the browser's prompt is a decision, too. */}
        <Button icon="bell" onClick={() => void turnOn().then((permission) => (permission === 'granted' ? undefined : turnOff()))}>
          {WORDS.turnOn}
        </Button>
        <Button tone="quiet" onClick={() => void turnOff()}>
          {WORDS.notNow}
        </Button>
      </div>
    </section>
  );
}
