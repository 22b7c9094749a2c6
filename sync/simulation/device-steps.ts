import { runCycle } from '../cycle.ts';
import { ensureLockKey } from '../sign-out/lock-key.ts';
import { canLockWork, lockWork } from '../sign-out/lock-work.ts';
import { crashAt, isCrash } from '../testing/crash.ts';
import { create, type Step } from './step.ts';
import type { Ports } from '../ports/ports.ts';
import { onBadConnection, sendFiles, sync } from './syncing.ts';
import { saveDraft } from '../store/drafts.ts';
import { typedOn } from './model/reference-model.ts';
import { toldAfterCrash } from './tell-model.ts';

const isFull = (error: unknown): boolean =>
  /QuotaExceeded|DeviceFull/.test(`${String(error)} ${String((error as { inner?: unknown } | null)?.inner)}`);

/** Makes the nth write fail as on a full disk. The failed action must change nothing. */
async function whileFull({ device, seed, note, world }: Step, act: () => Promise<unknown>): Promise<void> {
  let writes = 0;
  device.hooks.beforeWrite = () => {
    writes += 1;
    if (writes === 1 + (seed % 12)) throw new DOMException('The disk is full', 'QuotaExceededError');
  };
  try {
    await act();
  } catch (error) {
    if (!isFull(error)) throw error;
    world.count('disk full');
    note('disk full');
  } finally {
    device.hooks.beforeWrite = () => {};
  }
}

async function untilCrash({ device, seed, note, world }: Step, act: (ports: Ports) => Promise<unknown>): Promise<void> {
  let crashed = false;
  const ports = crashAt(1 + (seed % 40), device.hooks, device.ports, () => {
    crashed = true;
  });
  try {
    await act(ports);
  } catch (error) {
    if (!isCrash(error)) throw error;
  }
  if (crashed) {
    world.count('crash');
    note('crashed');
  }
  await device.restart();
}

/** Crashes and a full disk, while logging, syncing and sending files. */
export const DEVICE_STEPS = {
  'crash while syncing': (step) => untilCrash(step, (ports) => runCycle(step.device.store, ports)),
  async 'crash while logging'(step) {
    const title = `Session ${step.number}`;
    await untilCrash(step, (ports) => create(step, 'videos.create', { title }, { ports }));
    await toldAfterCrash(step, title);
  },
  'crash while sending files': (step) => untilCrash(step, (ports) => sendFiles(step, ports)),
  'send files': (step) => sendFiles(step),
  'send files on a bad connection': (step) => onBadConnection(step, () => sendFiles(step)),
  'the disk is full while logging': (step) => whileFull(step, () => create(step, 'videos.create', { title: `Session ${step.number}` })),
  'the disk is full while syncing': (step) => whileFull(step, () => sync(step)),
  'the app restarts': ({ device }) => device.restart(),
} satisfies Record<string, (step: Step) => Promise<unknown>>;

/** Locks unsynced work at sign-out and unlocks it at the next sign-in. */
export async function lockWorkAndReturn({ device, promised, world, model, number }: Step): Promise<void> {
  // A form is still open, with something typed in it.
  const typed = { title: `Typed ${number}` };
  await saveDraft(device.store, device.ports, `videos.create~${number}`, typed);
  typedOn(model, device.name, typed);
  await ensureLockKey(device.store, device.ports);
  if (!(await canLockWork(device.store))) return;
  await lockWork(device.store, device.ports, device.lockedFiles);
  world.count('work locked');
  device.isLocked = true;
  promised.cleared = true;
  // The queue begins again.
  model.places.delete(device.name);
  await device.restart();
}
