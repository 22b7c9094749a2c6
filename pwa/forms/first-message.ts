import type { FieldErrors } from 'react-hook-form';

/** Message of the first invalid field, for the toast; each field shows its own message. */
export const firstMessage = (errors: FieldErrors): string => messagesOf(errors)[0] ?? '';

/** The messages of all invalid fields, also of those in lists. */
export const messagesOf = (errors: object): string[] =>
  Object.values(errors).flatMap((error: unknown) => {
    if (typeof error !== 'object' || error === null) return [];
    return 'message' in error && typeof error.message === 'string' ? [error.message] : messagesOf(error);
  });
