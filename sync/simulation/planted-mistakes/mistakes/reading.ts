import type { PlantedMistake } from '../planted-mistake.ts';

const file = 'sync/pull/pull.ts';
const found = (test: string, of = 'sync/pull/pull.test.ts') => ({ file: of, test });

/** Pull, cursors and the places that answers name. */
export const READING: readonly PlantedMistake[] = [
  {
    name: 'an app keeps the place of one that knew fewer kinds of rows',
    breaks: 'After an update of the app, rows of a new kind stay missing.',
    file,
    old: 'if (others.length === 0) return held;',
    new: 'return held;',
    foundBy: found(
      'skips kinds of rows that it does not know, which this version reads after an upgrade, and again after a rollback',
      'sync/released-engines.test.ts',
    ),
  },
  {
    name: 'reading ends after the first page',
    breaks: 'A log of more than one page stays incomplete until the next cycle.',
    file,
    old: 'const isLast = !answer.pages.some(({ more }) => more);',
    new: 'const isLast = true;',
    foundBy: found('requests each page once, in order', 'sync/pull/pull-ahead.test.ts'),
  },
  {
    name: 'an older copy replaces a newer row',
    breaks: 'A confirmed edit disappears when an earlier answer arrives late.',
    file,
    old: 'const isOlder = confirmed && isOvertaken(row, confirmed) && !reading?.otherEpoch;',
    new: 'const isOlder = false;',
    foundBy: found('does not replace a newer confirmed row by an older copy'),
  },
  {
    name: 'a full read removes the rows that it named',
    breaks: 'After a long absence the log is empty.',
    file,
    old: 'entries.filter(({ row }) => row !== null) : [];',
    new: 'entries.filter(({ row }) => row === null) : [];',
    foundBy: found('deletes rows that a full read no longer names, but none that exist only here'),
  },
  {
    name: 'rows of a lost feed stay',
    breaks: 'A former partner’s sessions stay readable on the device.',
    file: 'sync/pull/drop-feed.ts',
    old: "for (const entity of ENTITY_NAMES) await store.view(entity).where('feed').equals(feed).delete();",
    new: '',
    foundBy: found('holds a partner’s shared rows, and none of them after the partnership ends'),
  },
  {
    name: 'changes to a lost feed’s rows vanish',
    breaks: 'A comment that was not sent yet disappears with the partnership, without a word.',
    file: 'sync/pull/drop-feed.ts',
    old: "await store.outbox.put({ ...record, state: 'refused', lastError: OUT_OF_SIGHT });",
    new: 'await store.outbox.delete(record.seq);',
  },
  {
    name: 'late news ends a restored partnership',
    breaks: 'A partner’s sessions disappear although the two are partners again.',
    file,
    old: 'const overtaken = lost.length > 0 && !areSameCursors(held, await store.cursors.toArray());',
    new: 'const overtaken = false;',
    foundBy: found('keeps a partner’s rows when the partnership is restored while the news of its end is in flight'),
  },
  {
    name: 'a purged session leaves its file',
    breaks: 'The film of a session that was deleted for good fills the device.',
    file,
    old: 'await forgetMediaOf(store, entity, deletes);',
    new: '',
    foundBy: found('keeps no file of a session that the server has deleted for good'),
  },
  {
    name: 'answers to envelopes name no places',
    breaks: 'The server loses a change that it has confirmed, and no device notices.',
    file: 'sync/pull/reached.ts',
    old: 'if (held?.cursor.epoch !== epoch) continue;',
    new: 'if (held) continue;',
    foundBy: found('gets back a session that it had confirmed and the device had not read yet', 'sync/went-back.test.ts'),
  },
  {
    name: 'a page ends all places beyond it',
    breaks: 'A loss between two envelopes stays unnoticed after any read.',
    file: 'sync/pull/reached.ts',
    old: 'if (held?.epoch !== cursor.epoch) return cursor;',
    new: 'if (held) return cursor;',
    foundBy: found('stay until a page ends beyond them', 'sync/pull/reached.test.ts'),
  },
  {
    name: 'a proxy’s page is taken for a stream of pokes',
    breaks: 'The device asks again and again on a hotspot’s sign-in page.',
    file: 'sync/pull/pokes.ts',
    old: "const isStream = response.ok && response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;",
    new: 'const isStream = response.ok;',
    foundBy: found('takes a page from a proxy for no stream', 'sync/pull/pokes.test.ts'),
  },
];
