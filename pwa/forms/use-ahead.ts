import { useEffect, useMemo, useRef } from 'react';
import type { FieldValues, Resolver, UseFormReturn } from 'react-hook-form';

const ENDS = ['pointerup', 'pointercancel'] as const;

/** Values shown before they are written. The caller ends it with exactly one of the two. */
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
  /** It is being saved: releasing the button no longer takes it back. */
  claimed: boolean;
}

/**
 * Shows what Save is about to write. It renders behind the dialog while the button is held down, so that releasing it only
 * has to hide the dialog. Releasing elsewhere takes it back.
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
    /** Call when Save is pressed down. Invalid values are not shown. */
    const press = async () => {
      const { resolver: check, show: isShown } = latest.current;
      if (!isShown) return;
      let isDown = true;
      const letGo = () => {
        isDown = false;
        for (const type of ENDS) removeEventListener(type, letGo);
        // One task later: releasing on the button submits within the current task.
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
    /** Call on submit. @returns the values to save if they are shown already, otherwise null */
    const claim = (): Values | null => {
      if (held.current?.typed !== typedNow()) return null;
      held.current.claimed = true;
      return held.current.values;
    };
    /** @returns the values shown now; the caller must end them */
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
