import type { FieldErrors } from 'react-hook-form';

/** The words of the first field that is refused, for the toast; each field shows its own beside it. */
export function firstMessage(errors: FieldErrors): string {
  for (const error of Object.values(errors)) {
    const message: unknown = error && 'message' in error ? error.message : undefined;
    if (typeof message === 'string') return message;
  }
  return '';
}
