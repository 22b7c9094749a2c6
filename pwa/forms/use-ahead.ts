import { useEffect, useMemo, useRef } from 'react';
import type { FieldValues, Resolver, UseFormReturn } from 'react-hook-form';

const ENDS = ['pointerup', 'pointercancel'] as const;

/** What is shown before it is written. One of the two is called in the end. */
export interface Ahead {
  written: () => void;
  takeBack: () => void;
}

interface Held<Values> {
  /** What stood in the fields. */
  typed: string;
  /** What is made of it. */
  values: Values;
  /** The same, to compare. */
  checked: string;
  ahead: Ahead;
  /** It is being saved: letting go takes nothing back any more. */
  claimed: boolean;
}

/**
 * Shows what Save is about to write. It is drawn already while the button is held down, behind the dialog, so that
 * letting go has only the dialog to take away; who lets go elsewhere has it taken back.
 * @param show shows values where they will stand; without it nothing is
 */
export function useAhead<Values extends FieldValues>(form: UseFormReturn<Values>, resolver: Resolver<Values>, show: ((values: Values) => Ahead) | undefined) {
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
    /** What cannot be drawn is saved all the same. */
    const draw = (values: Values): Ahead | undefined => {
      try {
        return latest.current.show?.(values);
      } catch {
        return undefined;
      }
    };
    /** Save is being pressed. What would be refused is not shown. */
    const press = async () => {
      const { resolver: check, show: isShown } = latest.current;
      if (!isShown) return;
      let isDown = true;
      const letGo = () => {
        isDown = false;
        for (const type of ENDS) removeEventListener(type, letGo);
        // A task later: what comes of letting go on the button comes in this one.
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
    /** Save was pressed. @returns what will be saved if it is drawn already */
    const claim = (): Values | null => {
      if (held.current?.typed !== typedNow()) return null;
      held.current.claimed = true;
      return held.current.values;
    };
    /** @returns what is shown now, for the caller to end */
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
