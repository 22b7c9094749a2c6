import { ERRORS, type ErrorBody, type ErrorCode } from './contract/errors.ts';

/** A refused call, with a message for people. Thrown anywhere; the error handler of the app turns it into an answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** Seconds, for the Retry-After header. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: { fields?: Record<string, string> | undefined; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    // The underlying server error, for the log.
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
  }

  get status() {
    return ERRORS[this.code];
  }

  body(requestId: string): ErrorBody {
    return { message: this.message, code: this.code, ...(this.fields && { fields: this.fields }), requestId };
  }
}

/** The answer for a missing row and for one that the caller may not know about, so that they look the same. */
export const notFound = () => new Refusal('not_found', 'Not found');
