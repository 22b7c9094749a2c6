import { ItemBoundary } from '../components/entry-boundary.tsx';
import { Icon } from '../components/icon.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { ConflictLine } from './conflict-line.tsx';
import { TEXTS } from './texts.ts';
import { valueWords } from './value-words.ts';

/** Values replaced by a change that arrived later, for the owner to review (R123). */
export function Conflicts() {
  const store = useStore();
  const open = useLive(async () => {
    const conflicts = (await store.view('conflicts').toArray()).filter(({ deletedAt }) => deletedAt === null);
    return Promise.all(
      conflicts.map(async (conflict) => {
        const row: { title?: string; name?: string } | undefined = await store.table(conflict.entity).get(conflict.entityId);
        const [kept, other] = await Promise.all([
          valueWords(store, conflict.field, conflict.kept),
          valueWords(store, conflict.field, conflict.other),
        ]);
        return { conflict, kept, other, name: row?.title ?? row?.name ?? TEXTS.rowNames[conflict.entity] ?? conflict.entity };
      }),
    );
  }, [store]);
  if (!open || open.length === 0) return null;
  return (
    <section className="mt-8 first:mt-0">
      <h3 className="mb-3 flex items-center gap-2">
        <Icon name="fork" />
        {TEXTS.groups.conflicts} <span className="font-semi text-ink-3">{open.length}</span>
      </h3>
      <ul>
        {open.map((line) => (
          <ItemBoundary key={line.conflict.id} what="conflict" id={line.conflict.id} resetKey={line.conflict}>
            <ConflictLine {...line} />
          </ItemBoundary>
        ))}
      </ul>
    </section>
  );
}
