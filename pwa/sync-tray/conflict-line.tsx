import type { Conflict } from '../../api/contract/entities/conflict.ts';
import { keepCurrent, takeOther } from '../../sync/outbox/conflicts.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { Button } from '../components/button.tsx';
import { showFailure } from '../forms/show-failure.ts';
import { useSave } from '../sync/use-save.ts';
import { fieldName } from '../forms/field-labels.ts';
import { TEXTS } from './texts.ts';

export interface ConflictLineProps {
  conflict: Conflict;
  /** The row's display name. */
  name: string;
  /** The two values as text. */
  kept: string;
  other: string;
}

/** A field that two devices changed: the current value, and the other one, which one tap restores. */
export function ConflictLine({ conflict, name, kept, other }: ConflictLineProps) {
  const save = useSave();
  const run = (settle: (store: Store, ports: Ports, id: string) => Promise<void>) =>
    void save((store, ports) => settle(store, ports, conflict.id)).catch((error: unknown) => showFailure(error, TEXTS.actionFailed));
  return (
    <li className="border-t border-line py-4 last:pb-0">
      <h4 className="text-17 leading-[1.3] font-semi [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>: {fieldName(conflict.entity, conflict.field)}
      </h4>
      <div className="mt-3 grid gap-3">
        <p className="border-s-[3px] border-primary ps-3 whitespace-pre-line [overflow-wrap:anywhere]">
          <span className="block text-13 text-ink-3">{TEXTS.inUse}</span>
          <bdi>{kept}</bdi>
        </p>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-s-[3px] border-line ps-3">
          <p className="min-w-0 flex-[1_1_180px] whitespace-pre-line [overflow-wrap:anywhere]">
            <span className="block text-13 text-ink-3">{TEXTS.other}</span>
            <bdi>{other}</bdi>
          </p>
          <Button onClick={() => run(takeOther)}>{TEXTS.useOther}</Button>
        </div>
      </div>
      <Button tone="quiet" className="-ms-3 mt-2" onClick={() => run(keepCurrent)}>
        {TEXTS.keepAsIs}
      </Button>
    </li>
  );
}
