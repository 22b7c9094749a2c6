import * as z from 'zod/mini';
import { isFilled } from '../../api/contract/text.ts';

/** Validates the text of an input by the contract's rules for a field that may be null. A blank input means null. */
export const optionalText = (field: z.ZodMiniType<unknown, string | null | undefined>) =>
  z.string().check((context) => {
    for (const { message } of z.safeParse(field, isFilled(context.value) ? context.value : null).error?.issues ?? []) {
      context.issues.push({ code: 'custom', message, input: context.value, continue: true });
    }
  });
