import { ACCESS_STEPS } from './access-steps.ts';
import { DEVICE_STEPS, lockWorkAndReturn } from './device-steps.ts';
import { REQUEST_STEPS } from './request-steps.ts';
import { BACKUP_STEPS, restartServer } from './server-steps.ts';
import type { Step } from './step.ts';
import { SYNC_STEPS } from './sync-steps.ts';
import { TIME_STEPS } from './time-steps.ts';

/** Faults of the server, the network, the browser and time, by name. Their order decides which step a seed draws. */
export const FAULT_STEPS = {
  ...SYNC_STEPS,
  ...REQUEST_STEPS,
  ...ACCESS_STEPS,
  ...DEVICE_STEPS,
  'the server restarts': restartServer,
  'work is locked at sign-out and comes back': lockWorkAndReturn,
  ...TIME_STEPS,
  ...BACKUP_STEPS,
} satisfies Record<string, (step: Step) => Promise<unknown>>;
