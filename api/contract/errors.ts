/**
 * Every error the API can return: its code and HTTP status. The body is always `{message, code, fields?, requestId}`;
 * `message` is safe to show to the person.
 */
export const ERRORS = {
  invalid: 400,
  unauthenticated: 401,
  beta_required: 403,
  forbidden: 403,
  not_found: 404,
  /** The request body did not arrive completely and in time. */
  timeout: 408,
  conflict: 409,
  /** Devices then delete what they hold of the account; after a 401 they keep it. */
  account_deleted: 410,
  other_history: 409,
  too_large: 413,
  /** The file is fine, but its owner's storage is full. Retry once there is room. */
  media_full: 413,
  unsupported_type: 415,
  key_reused: 422,
  not_applied: 424,
  upgrade_required: 426,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorBody {
  message: string;
  code: ErrorCode;
  /** Message by field name, for an invalid payload. */
  fields?: Record<string, string>;
  requestId: string;
}

/** Texts used in more than one place. All but `timedOut` are dictated by the product rules (R137). */
export const MESSAGES = {
  timedOut: 'Your request did not arrive in time. Please try again.',
  betaRequired: 'Beta access required',
  accountDeleted: 'This account has been deleted',
  titleRequired: 'Please enter a title for your training log',
  cueNameRequired: 'Please enter a cue name',
  programNameRequired: 'Please enter a program name',
  namesRequired: 'First name and last name are required',
  emailInvalid: 'Please enter a valid email address',
} as const;
