import type { PlantedMistake } from '../planted-mistake.ts';

const performed = (test: string) => ({ file: 'api/routes/perform-mutation.test.ts', test });
const answered = (test: string) => ({ file: 'api/routes/answer-operations.test.ts', test });
const batch = (test: string) => ({ file: 'api/routes/batch.test.ts', test });
const pull = (test: string) => ({ file: 'api/feeds/pull.test.ts', test });
const swept = (test: string) => ({ file: 'api/feeds/sweep-feeds.test.ts', test });
const reads = (test: string) => ({ file: 'api/routes/reads.test.ts', test });

/** The server: keys and their answers, feeds, deletions and restorations. */
export const SERVER: readonly PlantedMistake[] = [
  {
    name: 'a key answers another request',
    breaks: 'A changed change gets the answer of the first one, and is lost.',
    file: 'api/routes/idempotency.ts',
    old: 'if (!earlier || Buffer.compare(earlier.requestHash, hash) !== 0) {',
    new: 'if (!earlier) {',
    foundBy: performed('is refused with 422 if the key belongs to another request'),
  },
  {
    name: 'the answer is not stored with its effect',
    breaks: 'A repeat after a lost answer gets an answer without its row.',
    file: 'api/routes/apply-together.ts',
    old: 'await storeAnswers(tx, actor, stored);',
    new: '',
    foundBy: performed('is applied once, and a repeat gets the first answer'),
  },
  {
    name: 'a repeat is applied again',
    breaks: 'A session is logged twice when its request arrives twice.',
    file: 'api/routes/apply-together.ts',
    old: 'if (claim && earlier.has(claim.key)) {',
    new: 'if (claim && earlier.get(claim.key)?.status === -1) {',
    foundBy: performed('is applied once, and a repeat gets the first answer'),
  },
  {
    name: 'what depends on a refused change is applied',
    breaks: 'A session is stored without the dog that was refused.',
    file: 'api/routes/answer-operations.ts',
    old: 'if (dependsOn.some((needed) => unapplied.has(needed))) {',
    new: 'if (dependsOn.length > 50) {',
    foundBy: batch('skips operations that depend on one that was not applied'),
  },
  {
    name: 'an envelope goes on after a fault',
    breaks: 'A later change of a row is applied before the one that failed.',
    file: 'api/routes/answer-operations.ts',
    old: 'status === 401 || status >= 500;',
    new: 'status === 401;',
    foundBy: batch('stops at the first 5xx, which is its last answer'),
  },
  {
    name: 'one refusal undoes its envelope',
    breaks: 'Forty-nine good changes are shown as refused beside a bad one.',
    file: 'api/routes/answer-operations.ts',
    old: '    return answerEach(operations, envelope, alone);\n  }\n}',
    new: '    return answerEach(operations, envelope, () => Promise.reject(error));\n  }\n}',
    foundBy: answered('are applied one by one when one is refused, which undoes nothing else and applies nothing twice'),
  },
  {
    name: 'no one hears that a feed has moved',
    breaks: 'Other devices show a change minutes later.',
    file: 'api/routes/apply-together.ts',
    old: 'if (raised.length > 0) services.pokes.publish(raised.map((feed) => feed.name));',
    new: '',
    foundBy: {
      file: 'api/feeds/events.test.ts',
      test: 'names the feeds that moved: the person’s own and, from the moment they are partners, those of partners',
    },
  },
  {
    name: 'a device of another history reads on',
    breaks: 'After a restore a device misses rows for ever.',
    file: 'api/feeds/feed-reading.ts',
    old: 'cursor && cursor.epoch === epoch && cursor.position <= head',
    new: 'cursor && cursor.position <= head',
    foundBy: pull('starts over if the epoch differs'),
  },
  {
    name: 'a device that was away for long reads on',
    breaks: 'Rows deleted during a long absence stay on the device.',
    file: 'api/feeds/feed-reading.ts',
    old: '(cursor.position >= horizon || (cursor.horizon ?? 0) >= horizon);',
    new: 'horizon >= 0;',
    foundBy: swept('deletes a deleted row after'),
  },
  {
    name: 'a page moves the cursor to the head',
    breaks: 'Rows beyond the first page never arrive.',
    file: 'api/feeds/pull.ts',
    old: 'const position = more ? (entries.at(-1)?.position ?? after) : head;',
    new: 'const position = more && entries.length === 0 ? after : head;',
    foundBy: pull('reads long feeds in pages, parents first, and misses no row'),
  },
  {
    name: 'children come before their parents',
    breaks: 'A page shows sessions before the dogs that they name.',
    file: 'api/feeds/pull.ts',
    old: '.toSorted((a, b) => ENTITY_NAMES.indexOf(a.entity) - ENTITY_NAMES.indexOf(b.entity)),',
    new: '.toSorted((a, b) => ENTITY_NAMES.indexOf(b.entity) - ENTITY_NAMES.indexOf(a.entity)),',
    foundBy: pull('reads long feeds in pages, parents first, and misses no row'),
  },
  {
    name: 'the window of partners never closes',
    breaks: 'A partner’s phone holds every session instead of the newest ones.',
    file: 'api/feeds/shown-window.ts',
    old: 'select coalesce(newest.id, held.id) as id, newest.id is null as gone,',
    new: 'select coalesce(newest.id, held.id) as id, false as gone,',
    foundBy: pull('holds exactly the newest sessions of a partner with their comments after any change'),
  },
  {
    name: 'a session enters the window without its comments and sets',
    breaks: 'Partners see a session again, but not what was said about it.',
    file: 'api/feeds/shown-window.ts',
    old: 'where moved.crossed\n',
    new: 'where moved.gone\n',
    foundBy: pull('holds exactly the newest sessions of a partner with their comments after any change'),
  },
  {
    name: 'sessions of a deleted dog are not raised',
    breaks: 'Sessions keep a dog on the devices that the server no longer has.',
    file: 'api/routes/dogs.ts',
    old: "raise('own', actor.userId, 'videos', id);",
    new: '',
    foundBy: pull('links a deleted dog’s sessions to it again when it is restored'),
  },
  {
    name: 'programs of a deleted dog are not raised',
    breaks: 'A program keeps a deleted dog on every other device.',
    file: 'api/routes/dogs.ts',
    old: "for (const { id } of plans) raise('own', actor.userId, 'programs', id);",
    new: '',
    foundBy: pull('sends the programs of a dog when it is deleted and when it is restored'),
  },
  {
    name: 'a restored dog comes back without its sessions',
    breaks: 'Undoing the deletion of a dog leaves its sessions without it.',
    file: 'api/routes/dogs.ts',
    old: 'if (!row.deletedAt && before?.deletedAt) await returnToDog(context, row.id);',
    new: '',
    foundBy: pull('links a deleted dog’s sessions to it again when it is restored'),
  },
  {
    name: 'a purged row leaves its displaced values',
    breaks: 'Text of a deleted session stays on the server.',
    file: 'api/feeds/sweep-feeds.ts',
    old: '...(await purgeConflictsOf(tx, [...ids, ...counted.map(({ id }) => id)])),\n',
    new: '',
    foundBy: { file: 'api/kept-after-purge.test.ts', test: 'holds a word of the rows, in any copy' },
  },
  {
    name: 'deleted cues are counted',
    breaks: 'A cue is placed one place too early in a program with a deleted one.',
    file: 'api/routes/programs.ts',
    old: 'const follower = withoutDeleted(others, new Set(program?.live))[orderIndex]?.cueId;',
    new: 'const follower = others[orderIndex]?.cueId;',
    foundBy: reads('leave out a deleted cue of a program until it is restored, and count orderIndex without it'),
  },
];
