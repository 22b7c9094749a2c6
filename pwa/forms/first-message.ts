import type { FieldErrors } from 'react-hook-form';

/** Message of the first invalid field, for the toast; each field shows its own message. */
export function firstMessage(errors: FieldErrors): string {
  for (const error of Object.values(errors)) {
    const message: unknown = error && 'message' in error ? error.message : undefined;
    if (typeof message === 'string') return message;
  }
  return '';
}
