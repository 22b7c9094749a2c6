import type { LockedWork } from '../../sync/store/setting-values.ts';
import { writeSetting } from '../../sync/store/settings.ts';
import { Button } from '../components/button.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { Icon } from '../components/icon.tsx';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { formatMoment } from '../dates/format-date.ts';
import { deviceZone } from '../dates/training-moment.ts';
import { useEngine, useStore } from '../sync/sync-provider.tsx';
import { DiscardButton } from './discard-button.tsx';
import { TEXTS } from './texts.ts';
import { workWords } from './work-words.ts';

/** Work whose key the server has not answered for opens automatically once there is a connection. */
const isWaiting = ({ reason }: LockedWork) => reason === 'no-answer';

/** Work locked at a sign-out that this sign-in has not opened: its amount, why it is still locked, and the options. */
export function LockedBundles({ locked }: { locked: readonly LockedWork[] }) {
  if (locked.length === 0) return null;
  return (
    <section className="mt-8 first:mt-0">
      <h3 className={`mb-3 flex items-center gap-2 ${locked.every(isWaiting) ? 'text-waiting' : 'text-danger'}`}>
        <Icon name="lock" />
        {TEXTS.groups.locked} <span className="font-semi text-ink-3">{locked.length}</span>
      </h3>
      <ul>
        {locked.map((bundle) => (
          <ItemBoundary key={bundle.id} what="locked work" id={bundle.id} resetKey={bundle}>
            <LockedLine bundle={bundle} />
          </ItemBoundary>
        ))}
      </ul>
    </section>
  );
}

function LockedLine({ bundle }: { bundle: LockedWork }) {
  const { id, reason, keptAt, work } = bundle;
  const waits = isWaiting(bundle);
  const device = useDeviceWord();
  const engine = useEngine();
  const title = keptAt === null ? TEXTS.locked.undated : TEXTS.locked.title(formatMoment(new Date(keptAt).toISOString(), deviceZone()));
  return (
    <li className="border-t border-line py-4 last:pb-0">
      <h4 className="text-17 leading-[1.3] font-semi">{title}</h4>
      <p className={`mt-1 text-15 font-semi ${waits ? 'text-waiting' : 'text-danger'}`}>{TEXTS.locked.reasons[reason]}</p>
      <p className="text-15 text-ink-2">{TEXTS.locked.helps[reason](device)}</p>
      {work && <p className="text-15 text-ink-3">{workWords(work)}</p>}
      <div className="lines-up mt-3 flex flex-wrap gap-2">
        {!waits && <Button onClick={engine.tryNow}>{TEXTS.retry}</Button>}
        <DiscardButton
          title={TEXTS.locked.askDiscard.title}
          text={TEXTS.locked.askDiscard.text(title)}
          onDiscard={() => engine.discardLocked(id)}
        />
      </div>
    </li>
  );
}

/** The server lost the key that this device locked work with, and has made a new one. */
export function KeyReplacedNotice() {
  const store = useStore();
  return (
    <div role="status" className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-waiting-ground p-4 text-15 text-waiting">
      <p className="flex-[1_1_240px]">{TEXTS.locked.keyReplaced}</p>
      <Button onClick={() => void writeSetting(store, 'keepKeyReplacedAt', null)}>{TEXTS.locked.understood}</Button>
    </div>
  );
}
