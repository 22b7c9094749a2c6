import { discardTaps, type LooseTaps } from '../../sync/status/loose-taps.ts';
import { Button } from '../components/button.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { Icon } from '../components/icon.tsx';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { showFailure } from '../forms/show-failure.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useMutate } from '../sync/use-mutate.ts';
import { DiscardButton } from './discard-button.tsx';
import { TEXTS } from './texts.ts';

/** Taps whose exercise was deleted, with actions. */
export function LooseTapsSection({ loose }: { loose: readonly LooseTaps[] }) {
  if (loose.length === 0) return null;
  return (
    <section className="mt-8 first:mt-0">
      <h3 className="mb-3 flex items-center gap-2 text-danger">
        <Icon name="alert" />
        {TEXTS.groups.taps}
      </h3>
      <ul>
        {loose.map((taps) => (
          <ItemBoundary key={taps.setId} what="reps" id={taps.setId} resetKey={taps}>
            <LooseTapsLine taps={taps} />
          </ItemBoundary>
        ))}
      </ul>
    </section>
  );
}

function LooseTapsLine({ taps: { setId, exercise, taps, gone } }: { taps: LooseTaps }) {
  const store = useStore();
  const mutate = useMutate();
  const device = useDeviceWord();
  const run = (act: Promise<unknown>) => void act.catch((error: unknown) => showFailure(error, TEXTS.actionFailed));
  return (
    <li className="border-t border-line py-4 last:pb-0">
      <h4 className="text-17 leading-[1.3] font-semi [overflow-wrap:anywhere]">{TEXTS.taps.title(taps, exercise)}</h4>
      <p className="mt-1 text-15 text-ink-2">{TEXTS.taps.gone[gone](device)}</p>
      <div className="lines-up mt-3 flex flex-wrap gap-2">
        {gone === 'set' && <Button onClick={() => run(mutate('sets.restore', { params: { id: setId } }))}>{TEXTS.taps.restore}</Button>}
        <DiscardButton title={TEXTS.taps.askDiscard} text={TEXTS.taps.discardText} onDiscard={() => run(discardTaps(store, setId))} />
      </div>
    </li>
  );
}
