import { useCallback, useEffect, useRef } from 'react';
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
import { currentToast, dismissToast, showError } from '../components/toast-store.ts';
import { firstMessage } from './first-message.ts';

/**
 * Says in a toast what a form cannot be saved for, and takes it back as soon as that field is right: on a phone it
 * would cover what the next field has to say.
 * @returns what a form calls with its errors
 */
export function useRefusalToast<Values extends FieldValues>(form: UseFormReturn<Values>, title?: string) {
  const said = useRef<{ serial: number; words: string } | null>(null);
  useEffect(
    () =>
      form.subscribe({
        formState: { errors: true },
        callback: ({ errors = {} }) => {
          if (!said.current || Object.values(errors).some((error) => error?.message === said.current?.words)) return;
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
    },
    [title],
  );
}
