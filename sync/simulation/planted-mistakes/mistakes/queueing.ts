import type { PlantedMistake } from '../planted-mistake.ts';

const mutate = (test: string) => ({ file: 'sync/outbox/mutate.test.ts', test });
const promises = (test: string) => ({ file: 'sync/promises.test.ts', test });
const actions = (test: string) => ({ file: 'sync/outbox/queue-actions.test.ts', test });
const pull = (test: string) => ({ file: 'sync/pull/pull.test.ts', test });

const sets = (test: string) => ({ file: 'sync/sets.test.ts', test });
const taps = (test: string) => ({ file: 'sync/outbox/taps.test.ts', test });

/** How a change enters the outbox, is edited, retried and discarded there. */
export const QUEUEING: readonly PlantedMistake[] = [
  {
    name: 'no base values are sent for scalars',
    breaks: 'The later of two titles replaces the other without a conflict.',
    file: 'sync/outbox/mutate.ts',
    old: 'if (row && isUpdate(name)) record.payload = changedFields(row, record.payload, mutation.merge);',
    new: `if (row && isUpdate(name)) {
      record.payload = changedFields(row, record.payload, mutation.merge);
      for (const [field, kind] of Object.entries(mutation.merge ?? {})) if (kind === 'scalar') delete record.payload.base[field];
    }`,
    foundBy: pull('shows the later of two conflicting titles on both devices, and restores the other with one tap'),
  },
  {
    name: 'a base is what a pull has brought, not what the author saw',
    breaks: 'A dialog that was open during a pull overwrites the change of the other device.',
    file: 'sync/outbox/mutate.ts',
    old: 'const seen = (given ?? row) as Record<string, unknown>;',
    new: 'const seen = row as Record<string, unknown>;',
    foundBy: mutate('queues null as the base value of a field that the author’s row lacked'),
  },
  {
    name: 'a change depends on no created row',
    breaks: 'A session is sent before its dog, and is refused.',
    file: 'sync/outbox/dependencies.ts',
    old: '.filter(({ call }) => isCreate(call))\n        .toArray()',
    new: '.filter(() => false)\n        .toArray()',
    foundBy: mutate('depends on the creation of every row that it references'),
  },
  {
    name: 'an edit of a merged text takes the unmerged one as its base',
    breaks: 'Lines of another device appear twice.',
    file: 'sync/outbox/merge-into-pending.ts',
    old: 'last.call === update.call && stoodOn(last, update.payload)',
    new: 'last.call === update.call',
    foundBy: pull('does not duplicate others’ lines when a text is edited after a merge'),
  },
  {
    name: 'a folded edit keeps only the later taps',
    breaks: 'Repetitions tapped without signal disappear, all but the last.',
    file: 'sync/outbox/merge-into-pending.ts',
    old: '...grown(call, earlier, later),\n',
    new: '',
    foundBy: sets('tapped without signal are one record in the queue, also on a new set'),
  },
  {
    name: 'stored taps are deleted before they are in their set',
    breaks: 'The app ends between the two, and the last knots disappear.',
    file: 'sync/outbox/taps.ts',
    old: "await mutate(store, ports, 'sets.update', { id: setId, payload });\n      await store.taps.bulkDelete(ofSet.map(({ seq }) => seq));",
    new: "await store.taps.bulkDelete(ofSet.map(({ seq }) => seq));\n      await mutate(store, ports, 'sets.update', { id: setId, payload });",
    foundBy: taps('survives an end of the app at every step, and counts once'),
  },
  {
    name: 'a rep that was struck twice keeps back all taps of its set',
    breaks: 'Every later knot of the set disappears at the next start.',
    file: 'sync/outbox/taps.ts',
    old: 'const struck = new Set(ofSet.flatMap((tap) => tap.struck ?? []));',
    new: 'const struck = ofSet.flatMap((tap) => tap.struck ?? []);',
    foundBy: taps('that strikes a rep again changes nothing'),
  },
  {
    name: 'a folded edit keeps the later base',
    breaks: 'A change of another device is overwritten without a conflict.',
    file: 'sync/outbox/merge-into-pending.ts',
    old: "base: { ...(later['base'] as Payload | undefined), ...(earlier['base'] as Payload | undefined) },",
    new: "base: { ...(earlier['base'] as Payload | undefined), ...(later['base'] as Payload | undefined) },",
    foundBy: mutate('keeps the base of the first edit when a later one of the same field is folded in'),
  },
  {
    name: 'an edit is folded into an offer',
    breaks: 'Text typed on a row that is offered to a restored server is dropped with the offer.',
    file: 'sync/outbox/merge-into-pending.ts',
    old: "last.state !== 'queued' || last.offer || last.imported || !isFree(last)",
    new: "last.state !== 'queued' || last.imported || !isFree(last)",
    foundBy: {
      file: 'sync/restored-server.test.ts',
      test: 'keeps text typed on top of an offer in the tray when the row is deleted meanwhile',
    },
  },
  {
    name: 'a corrected text repeats the lines of others',
    breaks: 'After a refusal is corrected, lines of another device appear twice.',
    file: 'sync/outbox/merge-into-pending.ts',
    old: "update.payload['base'] = { ...(update.payload['base'] as Payload), ...base };",
    new: '',
    foundBy: promises('does not duplicate others’ lines when a refused text is corrected after a merge'),
  },
  {
    name: 'a corrected new row does not wake the engine',
    breaks: 'A corrected session waits up to five minutes.',
    file: 'sync/outbox/merge-into-pending.ts',
    old: "await writeSetting(store, 'wake', update.key);",
    new: '',
    foundBy: { file: 'sync/watch-triggers.test.ts', test: 'reports queued changes and requests to sync, but not the engine’s own writes' },
  },
  {
    name: 'unchanged fields are sent',
    breaks: 'Saving a form untouched raises the row on every device.',
    file: 'sync/outbox/mutate.ts',
    old: 'if (!changesNothing) {',
    new: '{',
    foundBy: mutate('queues nothing when it changes nothing'),
  },
  {
    name: 'a discarded change stays the base of what follows',
    breaks: 'A later edit then counts as a conflict with a value that no one has.',
    file: 'sync/outbox/queue-actions.ts',
    old: 'await rebaseFollowing(store, record);',
    new: '',
    foundBy: actions('gives the changes that follow the values from before it as their base'),
  },
  {
    name: 'changes that name a discarded row are sent',
    breaks: 'A session of a discarded dog is refused with the server’s words instead of its own.',
    file: 'sync/outbox/queue-actions.ts',
    old: 'for (const { key: gone } of ofRow) await refuseDependents(store, gone, subject);',
    new: '',
    foundBy: promises('refuses changes that reference a discarded row, and stores what was discarded'),
  },
  {
    name: 'a retried refusal keeps its key',
    breaks: 'A late answer to the refused change settles the retried one.',
    file: 'sync/outbox/queue-actions.ts',
    old: 'await requeueAs(store, record, ports.newId());',
    new: 'await requeueAs(store, record, record.key);',
    foundBy: actions('is retried under a new key, because a late answer may still come to the former one'),
  },
  {
    name: 'a refused deletion is shown as done',
    breaks: 'A session that the server still has is missing from the log.',
    file: 'sync/outbox/rebase.ts',
    old: "record.state !== 'refused' || isCreate(record.call) || isUpdate(record.call);",
    new: 'record !== null;',
    foundBy: actions('shows its session again if it was a deletion'),
  },
  {
    name: 'a restored program lacks its cues',
    breaks: 'A program made again from a refused edit is empty.',
    file: 'sync/outbox/restore-as-new.ts',
    old: 'of (await liveCuesOf(store, edited)).entries()',
    new: 'of new Array(0).entries()',
    foundBy: pull('restores a program as one new program, with all of its refused edits and its cues'),
  },
  {
    name: 'the other value is taken and the conflict stays',
    breaks: 'A settled conflict keeps asking.',
    file: 'sync/outbox/conflicts.ts',
    old: "await mutate(store, ports, update, { payload, params: { id: conflict.entityId } });\n    await mutate(store, ports, 'conflicts.settle', { params: { id: conflictId } });",
    new: 'await mutate(store, ports, update, { payload, params: { id: conflict.entityId } });',
    foundBy: pull('shows the later of two conflicting titles on both devices, and restores the other with one tap'),
  },
];
