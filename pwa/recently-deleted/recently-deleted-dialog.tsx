import { useRef } from 'react';
import { type DeletedRow, listDeleted } from '../../sync/queries/deleted.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { showToast } from '../components/toast-store.ts';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { showFailure } from '../forms/show-failure.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { useMutate } from '../sync/use-mutate.ts';
import { RECENTLY_DELETED_DIALOG } from './recently-deleted-dialog-name.ts';
import { TEXTS } from './texts.ts';

/** Everything that the person deleted and can still restore (R47). */
export function RecentlyDeletedDialog() {
  const store = useStore();
  const ports = usePorts();
  const mutate = useMutate();
  const route = useDialogRoute(RECENTLY_DELETED_DIALOG, []);
  const rows = useLive(() => listDeleted(store, ports.now()), [store]);
  const list = useRef<HTMLUListElement>(null);

  const restore = async ({ entity, id, name }: DeletedRow) => {
    try {
      await mutate(`${entity}.restore`, { params: { id } });
      showToast({ description: TEXTS.restored(name) });
      // The focused line disappears; move the focus to the heading.
      list.current?.closest('dialog')?.querySelector<HTMLElement>('h2')?.focus();
    } catch (error) {
      showFailure(error, TEXTS.failed);
    }
  };

  if (!rows) return null;
  return (
    <Dialog open onClose={route.close} title={TEXTS.title} description={rows.length > 0 && TEXTS.description}>
      {rows.length === 0 ? (
        <EmptyState icon="trash" level={3} {...TEXTS.empty} />
      ) : (
        <ul ref={list} className="divide-y divide-line border-y border-line">
          {rows.map((row) => (
            <ItemBoundary key={row.id} what="row" id={row.id} resetKey={row}>
              <DeletedLine row={row} onRestore={() => void restore(row)} />
            </ItemBoundary>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function DeletedLine({ row, onRestore }: { row: DeletedRow; onRestore: () => void }) {
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-[1_1_160px] [overflow-wrap:anywhere]">
        <b className="font-semi">
          <bdi>{row.name}</bdi>
        </b>
        <span className="block text-15 text-ink-3">
          {TEXTS.kinds[row.entity]} · {TEXTS.daysLeft(row.daysLeft)}
        </span>
      </div>
      <Button aria-label={TEXTS.restoreOf(row.name)} onClick={onRestore}>
        {TEXTS.restore}
      </Button>
    </li>
  );
}
