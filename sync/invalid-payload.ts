import type { core } from 'zod/mini';

/** A change that the contract does not allow, found before anything was written. */
export class InvalidPayload extends Error {
  override readonly name = 'InvalidPayload';
  /** Message by field name. */
  readonly fields: Record<string, string>;

  constructor(issues: readonly core.$ZodIssue[]) {
    super(issues[0]?.message ?? 'Invalid');
    const named = issues.map((issue) => [String(issue.path[0] ?? ''), issue.message] as const);
    // Reversed, so that the first message of a field is the one that stays.
    this.fields = Object.fromEntries(named.reverse());
  }
}

/** A change of a row that is not on this device (any more). */
export class RowMissing extends Error {
  override readonly name = 'RowMissing';
}
