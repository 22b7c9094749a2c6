import * as z from 'zod/mini';

/**
 * Validates a list typed as one text by the contract's rules for the list. A message about one entry begins with its number.
 * @param what the word for an entry, as in 'Step 3: At most 500 characters'
 */
export const listAsText = (list: z.ZodMiniType<unknown, string[]>, split: (text: string) => string[], what: string) =>
  z.string().check((context) => {
    for (const { message, path } of z.safeParse(list, split(context.value)).error?.issues ?? []) {
      const [place] = path;
      context.issues.push({
        code: 'custom',
        message: typeof place === 'number' ? `${what} ${place + 1}: ${message}` : message,
        input: context.value,
      });
    }
  });
