import { useEffect, useMemo, useRef } from 'react';
import type { FieldValues, Resolver, UseFormReturn } from 'react-hook-form';

const ENDS = ['pointerup', 'pointercancel'] as const;

/** Values that are shown before they are written. The caller must call exactly one of the two functions. */
export interface Ahead {
  written: () => void;
  takeBack: () => void;
}

interface Held<Values> {
  /** The raw field values, as JSON. */
  typed: string;
  /** The parsed values. */
  values: Values;
  /** The parsed values as JSON, to compare. */
  checked: string;
  ahead: Ahead;
  /** The values are being saved: releasing the button no longer takes them back. */
  claimed: boolean;
}

/**
 * Shows the values that Save is about to write. They render behind the dialog while the button is held down, so that
 * releasing the button only has to hide the dialog. Releasing elsewhere takes the values back.
 * @param show shows values where they will appear; without it, nothing is shown early
 */
export function useAhead<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  resolver: Resolver<Values>,
  show: ((values: Values) => Ahead) | undefined,
) {
  const held = useRef<Held<Values> | null>(null);
  const latest = useRef({ resolver, show });
  useEffect(() => {
    latest.current = { resolver, show };
  });
  const hand = useMemo(() => {
    const typedNow = () => JSON.stringify(form.getValues());
    const takeBack = () => {
      held.current?.ahead.takeBack();
      held.current = null;
    };
    /** If showing fails, the save continues. */
    const draw = (values: Values): Ahead | undefined => {
      try {
        return latest.current.show?.(values);
      } catch {
        return undefined;
      }
    };
    /** Call this when Save is pressed down. Invalid values are not shown. */
    const press = async () => {
      const { resolver: check, show: canShow } = latest.current;
      if (!canShow) return;
      let isDown = true;
      const letGo = () => {
        isDown = false;
        for (const type of ENDS) removeEventListener(type, letGo);
        // Wait for one task: releasing on the button submits within the current task.
        setTimeout(() => !held.current?.claimed && takeBack());
      };
      for (const type of ENDS) addEventListener(type, letGo);
      const typed = typedNow();
      const { values, errors } = await check(form.getValues(), undefined, { fields: {}, shouldUseNativeValidation: false });
      if (Object.keys(errors).length > 0 || !isDown) return;
      takeBack();
      const checked = values as Values;
      const ahead = draw(checked);
      if (ahead) held.current = { typed, values: checked, checked: JSON.stringify(checked), ahead, claimed: false };
    };
    /** Call this on submit. @returns the values to save if they are already shown, otherwise null */
    const claim = (): Values | null => {
      if (held.current?.typed !== typedNow()) return null;
      held.current.claimed = true;
      return held.current.values;
    };
    /** Shows the values unless they are already shown. @returns what the caller must end, or undefined if nothing is shown */
    const take = (values: Values): Ahead | undefined => {
      const early = held.current;
      if (early?.checked !== JSON.stringify(values)) {
        takeBack();
        return draw(values);
      }
      held.current = null;
      return early.ahead;
    };
    return { press, claim, take, takeBack };
  }, [form]);
  useEffect(() => hand.takeBack, [hand]);
  return hand;
}
