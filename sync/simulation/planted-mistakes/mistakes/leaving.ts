import type { PlantedMistake } from '../planted-mistake.ts';

const locking = (test: string) => ({ file: 'sync/sign-out/lock-work.test.ts', test });
const unlocking = (test: string) => ({ file: 'sync/sign-out/unlock-work.test.ts', test });
const others = (test: string) => ({ file: 'sync/sign-out/leave-others.test.ts', test });
const out = (test: string) => ({ file: 'sync/sign-out/sign-out.test.ts', test });

/** Sealing and unsealing, signing out, and leaving a shared device. */
export const LEAVING: readonly PlantedMistake[] = [
  {
    name: 'drafts are not restored from locked work',
    breaks: 'A half-typed session is gone after signing out and in again.',
    file: 'sync/sign-out/unlock-work.ts',
    old: 'for (const { saving: _saving, ...draft } of drafts) await addBeside(store, draft, bundleId, openForms);',
    new: '',
    foundBy: unlocking('are restored next to each other and next to a newer draft'),
  },
  {
    name: 'a restored draft replaces a newer one',
    breaks: 'Text typed since the sign-in is gone.',
    file: 'sync/sign-out/spare-drafts.ts',
    old: 'if (!other && !open.has(draft.key)) return void (await store.drafts.add(draft));',
    new: 'if (!open.has(draft.key)) return void (await store.drafts.put(draft));',
    foundBy: unlocking('are restored next to each other and next to a newer draft'),
  },
  {
    name: 'fetchKeyPairs ignores whose keys came',
    breaks: 'Work is sealed for another person, who alone can open it.',
    file: 'sync/sign-out/lock-key.ts',
    old: "return parsed.success && parsed.data.userId === userId ? parsed.data : 'not-yet';",
    new: "return parsed.success ? parsed.data : 'not-yet';",
    foundBy: { file: 'sync/sign-out/lock-key.test.ts', test: 'takes no keys of another person who has signed in meanwhile' },
  },
  {
    name: 'work saved during the sealing is cleared',
    breaks: 'A session that another tab saves during the sign-out is gone.',
    file: 'sync/sign-out/lock-work.ts',
    old: 'JSON.stringify(await readUnsynced(store)) === words)) break;',
    new: 'true)) break;',
    foundBy: locking('is sealed completely when another tab saves something meanwhile'),
  },
  {
    name: 'a deletion on the server is undone by locked work',
    breaks: 'A withdrawn request reappears after the next sign-in.',
    file: 'sync/sign-out/unlock-work.ts',
    old: 'gone: sealed.gone || sealed.row !== null };',
    new: 'gone: sealed.gone };',
    foundBy: locking('does not restore a partnership that the other person withdrew meanwhile'),
  },
  {
    name: 'a damaged bundle is deleted',
    breaks: 'Work that cannot be opened is gone before its author decides.',
    file: 'sync/sign-out/unlock-work.ts',
    old: "if (result === 'opened') {",
    new: "if (result !== 'no-answer') {",
    foundBy: unlocking('opens bundle by bundle, and shows the one that fails with its date'),
  },
  {
    name: 'locked work ignores a damaged file',
    breaks: 'One damaged picture keeps all locked texts from opening.',
    file: 'sync/sign-out/unlock-work.ts',
    old: "if ((error as Error).name === 'OperationError') return false;",
    new: '',
    foundBy: locking('is restored without a damaged file, which is marked as failed'),
  },
  {
    name: 'a sign-out clears more than was agreed',
    breaks: 'A session that another tab saved during the question is lost.',
    file: 'sync/sign-out/sign-out.ts',
    old: 'return changes <= agreed.changes && files <= agreed.files && drafts <= agreed.drafts;',
    new: 'return true;',
    foundBy: out('clears no more from the device than the person agreed to lose'),
  },
  {
    name: 'a cleared store takes changes',
    breaks: 'Text stays readable on the device after the sign-out.',
    file: 'sync/store/refuse-after-leaving.ts',
    old: 'if (leftAt !== undefined && Math.abs(ports.now() - leftAt) < LEAVING_MS) throw',
    new: 'if (leftAt === -1) throw',
    foundBy: out('refuses a change that another tab makes while the device is being cleared'),
  },
  {
    name: 'a draft that came after the sign-out stays',
    breaks: 'A tab that wakes up leaves readable text on a device that was cleared.',
    file: 'sync/store/drafts.ts',
    old: '    await store.drafts.delete(key);\n    throw error;',
    new: '    throw error;',
    foundBy: { file: 'sync/sign-out/leaving-channel.test.ts', test: 'refuses drafts of a tab that wakes after the store was cleared' },
  },
  {
    name: 'the next person clears work that cannot be sealed',
    breaks: 'A sign-in on a shared tablet deletes the former person’s unsynced sessions.',
    file: 'sync/sign-out/leave-others.ts',
    old: 'await clearConfirmed(store, ports);\n    return false;',
    new: 'await forgetDevice(store, ports, { changes, files, drafts });\n    return false;',
    foundBy: others('keeps work that it cannot seal, and continues with the next person'),
  },
  {
    name: 'confirmed data stays for the next person',
    breaks: 'The former person’s log stays readable on a shared tablet.',
    file: 'sync/sign-out/leave-others.ts',
    old: 'await clearConfirmed(store, ports);\n    return false;',
    new: 'return false;',
    foundBy: others('clears confirmed data beside work that it cannot seal, and syncs that work once its author is back'),
  },
  {
    name: 'a sent film that a change names is cleared',
    breaks: 'A session ends without its film, which the server deletes as unused.',
    file: 'sync/sign-out/files-to-keep.ts',
    old: "media.state === 'uploaded' ? isNamed(media)",
    new: "media.state === 'uploaded' ? false",
    foundBy: others('keeps a sent film that a pending change names when it'),
  },
  {
    name: 'rows that a restored server may lack count as synced',
    breaks: 'Signing out during the read after a restore loses what only this device has.',
    file: 'sync/sign-out/sign-out.ts',
    old: 'return { changes: changes + taps + rows.length, files, drafts };',
    new: 'return { changes: changes + taps, files, drafts };',
    foundBy: { file: 'sync/sign-out/leave-while-reading.test.ts', test: 'keeps what a restored server lost, before all of it is read' },
  },
];
