import * as z from 'zod/mini';

/** Validates the text of an input by the contract's rules for a field that may be null. The input holds '' for null. */
export const optionalText = (field: z.ZodMiniType<unknown, string | null | undefined>) =>
  z.string().check((context) => {
    for (const { message } of z.safeParse(field, context.value).error?.issues ?? []) {
      context.issues.push({ code: 'custom', message, input: context.value });
    }
  });
