import { useEffect, useEffectEvent } from 'react';

/** Runs an action when its key is pressed: 'm', 'h' or 'u', without Ctrl, Alt or Cmd, and not while a person types. */
export function useRepKeys(actions: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
    const act = actions[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input:not([type=radio], [type=checkbox]), textarea, select') !== null;
