import { useCallback, useEffect, useRef } from 'react';
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
import { afterNextFrame } from '../components/after-next-frame.ts';
import { showField } from '../components/show-field.ts';
import { currentToast, dismissToast, showError } from '../components/toast-store.ts';
import { firstMessage, messagesOf } from './first-message.ts';

/**
 * Shows the first form error in a toast and scrolls to the field of that error. Dismisses the toast once the field is valid:
 * on a phone, the toast would cover the next field's message.
 * @returns the function to call with the form's errors
 */
export function useRefusalToast<Values extends FieldValues>(form: UseFormReturn<Values>, title?: string) {
  const said = useRef<{ serial: number; words: string } | null>(null);
  useEffect(
    () =>
      form.subscribe({
        formState: { errors: true },
        callback: ({ errors = {} }) => {
          if (!said.current || messagesOf(errors).includes(said.current.words)) return;
          dismissToast(said.current.serial);
          said.current = null;
        },
      }),
    [form],
  );
  return useCallback(
    (errors: FieldErrors<Values>) => {
      const words = firstMessage(errors);
      showError(words, title);
      const serial = currentToast()?.serial;
      said.current = serial === undefined ? null : { serial, words };
      // Wait until the form has focused the field. Focusing alone leaves the message below the field behind the toast.
      afterNextFrame(() => document.activeElement && showField(document.activeElement));
    },
    [title],
  );
}
