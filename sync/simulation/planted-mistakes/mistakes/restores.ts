import type { PlantedMistake } from '../planted-mistake.ts';

const restored = (test: string) => ({ file: 'sync/restored-server.test.ts', test });
const back = (test: string) => ({ file: 'sync/went-back.test.ts', test });
const copied = (test: string) => ({ file: 'sync/copied-store.test.ts', test });

/** A server or a phone that goes back to an earlier state. */
export const RESTORES: readonly PlantedMistake[] = [
  {
    name: 'lost rows are not offered',
    breaks: 'What the restored server lost disappears from every device.',
    file: 'sync/pull/pull.ts',
    old: 'if (otherEpoch && (await offerMissing(store, ports, entity, id))) offered = true;',
    new: 'if (otherEpoch && !entity) offered = true;',
    foundBy: { file: 'sync/pull/pull.test.ts', test: 'when the server is restored from an older backup: the device offers the lost rows' },
  },
  {
    name: 'references overtake the offered rows',
    breaks: 'A comment is refused because its session is not offered yet.',
    file: 'sync/pull/pull.ts',
    old: 'if (offered) await awaitOffered(store);',
    new: '',
    foundBy: restored('receives lost rows before changes that reference them, even if it fails on those rows at first'),
  },
  {
    name: 'an offer ignores what was typed since',
    breaks: 'The text typed after the restore is replaced by the lost one.',
    file: 'sync/outbox/requeue-lost-rows.ts',
    old: 'return changedAt !== undefined && since !== undefined && changedAt >= since;',
    new: 'return changedAt === since && since === null;',
    foundBy: restored('keeps both the lost text and the text typed since, although the versions are equal'),
  },
  {
    name: 'rows of a former history count as newer',
    breaks: 'A device that was away for long overwrites newer texts.',
    file: 'sync/outbox/requeue-lost-rows.ts',
    old: 'return sharedUntil === undefined || updatedAt >= sharedUntil;',
    new: 'return true;',
    foundBy: back('does not restore a line that was deleted before the backup'),
  },
  {
    name: 'comments on a lost partner’s sessions vanish',
    breaks: 'A comment disappears with a partnership that the server lost.',
    file: 'sync/pull/pull.ts',
    old: 'if (restored) await keepComments(store, ports, feed, restored.sharedUntil);',
    new: '',
    foundBy: restored('leaves a comment in the tray while it lacks the partnership, and accepts it once they are partners again'),
  },
  {
    name: 'an offer that comes second is dropped',
    breaks: 'Of two devices that offer a row, the second one loses its text.',
    file: 'sync/pull/pull.ts',
    old: 'await offerOver(store, ports, unapplied, row);',
    new: 'await store.outbox.delete(unapplied.seq);',
    foundBy: restored('keeps lost changes when an older copy is recreated before the newer one is offered'),
  },
  {
    name: 'a deleted row is offered again',
    breaks: 'A session deleted after the backup reappears.',
    file: 'sync/outbox/requeue-lost-rows.ts',
    old: "if (!schema || (row as Owned).deletedAt || entity === 'friendships') return [];",
    new: "if (!schema || entity === 'friendships') return [];",
    foundBy: { file: 'sync/outbox/requeue-lost-rows.test.ts', test: 'offers a live row that a restored server lacks, and no deleted one' },
  },
  {
    name: 'branches are not compared',
    breaks: 'After a failover, new rows hide the loss of those in their places.',
    file: 'api/feeds/forks.ts',
    old: '(on === null || on === branch ? head : (forks.get(name)?.[on]?.head ?? -1))',
    new: 'head',
    foundBy: back('brings both devices to the same state when others have filled the gap'),
  },
  {
    name: 'the server writes before it notices the loss',
    breaks: 'An envelope hides what the server lost.',
    file: 'api/routes/envelope-history.ts',
    old: 'if (lost.length > 0) {\n      await startNewHistory(services, lost);\n      throw new OtherHistory();\n    }',
    new: '',
    foundBy: back('reports the loss before it writes anything of the envelope'),
  },
  {
    name: 'the edits of a copied phone are refused',
    breaks: 'A phone set up from the backup of another shows all queued changes as refused.',
    file: 'sync/replay/settle-copied.ts',
    old: 'if (offer) return false;',
    new: 'if (!offer) return false;',
    foundBy: copied('merges a new row that was edited on both before either sent it'),
  },
  {
    name: 'a copied row takes back what the other phone filled in',
    breaks: 'Defaults that no one chose replace typed values.',
    file: 'sync/replay/settle-copied.ts',
    old: '.filter(([field]) => field in given));',
    new: ');',
    foundBy: copied('leaves alone what the other phone filled in and the copied row never had'),
  },
];
