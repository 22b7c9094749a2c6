import * as z from 'zod/mini';
import { DeletionReceipt } from '../../api/contract/account-deletion.ts';

const NAME = 'deletion-receipt';

const HeldReceipt = z.extend(DeletionReceipt, {
  userId: z.string(),
  /** Such as '7F3A-91C2'. */
  number: z.string(),
  /** What was only on this device, and its person agreed to lose. Nothing until the server has answered. */
  agreed: z.object({ changes: z.int(), files: z.int(), drafts: z.int() }),
});
export type HeldReceipt = z.infer<typeof HeldReceipt>;

/** A receipt's number. */
export const newNumber = (): string =>
  crypto
    .randomUUID()
    .slice(0, 8)
    .toUpperCase()
    .replace(/^(.{4})/, '$1-');

/**
 * Keeps the receipt of a deletion in this tab, whose page changes meanwhile. Hold one before the request too: its answer may be lost
 * after the server has deleted the account.
 */
export function holdReceipt(receipt: HeldReceipt): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(receipt));
  } catch {
    // Without storage, the page says that the account is deleted, without its counts.
  }
}

export const forgetReceipt = (): void => sessionStorage.removeItem(NAME);

/** Null in every other tab, on every other device, and for another account. */
export function readReceipt(userId: string): HeldReceipt | null {
  const held = sessionStorage.getItem(NAME);
  const parsed = held === null ? null : z.safeParse(HeldReceipt, JSON.parse(held));
  return parsed?.success && parsed.data.userId === userId ? parsed.data : null;
}
