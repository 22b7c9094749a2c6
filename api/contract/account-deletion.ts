import * as z from 'zod/mini';

/** What goes with an account. */
export const WhatGoes = z.object({
  sessions: z.int(),
  dogs: z.int(),
  cues: z.int(),
  programs: z.int(),
  plans: z.int(),
  trials: z.int(),
  comments: z.int(),
  files: z.int(),
  fileBytes: z.int(),
});
export type WhatGoes = z.infer<typeof WhatGoes>;

/** What 'Delete account' shows. */
export const DeletionState = z.object({
  goes: WhatGoes,
  /** When the account is deleted; null while its person keeps it. */
  deleteAt: z.nullable(z.iso.datetime()),
  /** Days for which a nightly backup holds it afterwards; null if this server makes none by itself. */
  backupDays: z.nullable(z.int()),
  /** Until when a report of something of theirs holds the account (R380). It is then deleted on that day, also with 'now'. */
  heldUntil: z._default(z.nullable(z.iso.datetime()), null),
  /** True if no other admin is left to let people in. */
  isOnlyAdmin: z.boolean(),
});
export type DeletionState = z.infer<typeof DeletionState>;

export const DeletionRequest = z.object({
  when: z.enum(['now', 'later'], 'Please choose when'),
  /** One's own, typed to confirm; empty for an account without one. */
  email: z.string('Must be text'),
});
export type DeletionRequest = z.infer<typeof DeletionRequest>;

/** For the person, as proof. The server keeps none of it. */
export const DeletionReceipt = z.object({
  at: z.iso.datetime(),
  goes: WhatGoes,
  backupDays: z.nullable(z.int()),
});
export type DeletionReceipt = z.infer<typeof DeletionReceipt>;

export const DeletionAnswer = z.object({
  /** Set for a deletion at once. */
  receipt: z.nullable(DeletionReceipt),
  deleteAt: z.nullable(z.iso.datetime()),
});
export type DeletionAnswer = z.infer<typeof DeletionAnswer>;
