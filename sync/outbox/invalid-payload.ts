import type { core } from 'zod/mini';

/** The contract rejects the change; nothing was written. */
export class InvalidPayload extends Error {
  override readonly name = 'InvalidPayload';
  /** Message by field name. */
  readonly fields: Record<string, string>;

  constructor(issues: readonly core.$ZodIssue[]) {
    super(issues[0]?.message ?? 'Invalid');
    const named = issues.map((issue) => [String(issue.path[0] ?? ''), issue.message] as const);
    // Reversed, so that the first message of each field wins.
    this.fields = Object.fromEntries(named.reverse());
  }
}

/** A change to a row that is not, or no longer, on this device. */
export class RowMissing extends Error {
  override readonly name = 'RowMissing';
}
