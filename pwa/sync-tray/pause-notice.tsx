import type { SyncTotal } from '../../sync/status/sync-total.ts';
import { signInPath } from '../sign-in/sign-in-path.ts';
import { Button } from '../components/button.tsx';
import { buttonStyle } from '../components/button-style.ts';
import { TEXTS } from './texts.ts';

/** Why queued changes are not being sent, and what to do. */
export function PauseNotice({ pause: { reason } }: { pause: NonNullable<SyncTotal['pause']> }) {
  return (
    <div role="status" className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-waiting-ground p-4 text-15 text-waiting">
      <p className="flex-[1_1_240px]">{TEXTS.pauses[reason]}</p>
      {reason === 'signed-out' && (
        <a href={signInPath()} className={buttonStyle('plain')}>
          {TEXTS.signIn}
        </a>
      )}
      {reason === 'upgrade' && <Button onClick={() => location.reload()}>{TEXTS.reload}</Button>}
    </div>
  );
}
