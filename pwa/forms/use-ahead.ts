import { useEffect, useMemo, useRef } from 'react';
import type { FieldValues, Resolver, UseFormReturn } from 'react-hook-form';

/** What is shown before it is written. One of the two is called in the end. */
export interface Ahead {
  written: () => void;
  takeBack: () => void;
}

/**
 * Shows what Save is about to write. It is drawn already while the button is held down, behind the dialog, so that
 * letting go has only the dialog to take away; who lets go elsewhere has it taken back.
 * @param show shows values where they will stand; without it nothing is
 */
export function useAhead<Values extends FieldValues>(form: UseFormReturn<Values>, resolver: Resolver<Values>, show: ((values: Values) => Ahead) | undefined) {
  const held = useRef<{ words: string; ahead: Ahead } | null>(null);
  const latest = useRef({ resolver, show });
  useEffect(() => {
    latest.current = { resolver, show };
  });
  const hand = useMemo(() => {
    const takeBack = () => {
      held.current?.ahead.takeBack();
      held.current = null;
    };
    return {
      takeBack,
      /** Save is being pressed. What would be refused is not shown. */
      press: async () => {
        const { resolver: check, show: showValues } = latest.current;
        if (!showValues) return;
        const ended = new AbortController();
        const end = () => {
          ended.abort();
          // A task later: what comes of letting go on the button comes in this one.
          setTimeout(takeBack);
        };
        for (const type of ['pointerup', 'pointercancel']) addEventListener(type, end, { signal: ended.signal });
        const { values, errors } = await check(form.getValues(), undefined, { fields: {}, shouldUseNativeValidation: false });
        if (Object.keys(errors).length > 0 || ended.signal.aborted) return;
        takeBack();
        held.current = { words: JSON.stringify(values), ahead: showValues(values as Values) };
      },
      /** Save was pressed: what is shown now must be ended by the caller. */
      take: (values: Values): Ahead | undefined => {
        const early = held.current;
        if (early?.words === JSON.stringify(values)) {
          held.current = null;
          return early.ahead;
        }
        takeBack();
        return latest.current.show?.(values);
      },
    };
  }, [form]);
  useEffect(() => hand.takeBack, [hand]);
  return hand;
}
