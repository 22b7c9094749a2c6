import { type ComponentType, createElement, type ReactNode, use, useLayoutEffect, useState } from 'react';

/**
 * Loads a component on first render and shows it as soon as it arrives. Suspense would show it 300 ms later at the
 * earliest, too late for what a page starts with.
 * @param waiting shown until then
 */
export function firstPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let there: ComponentType<Props> | null = null;
  return function FirstPart(props: Props) {
    const [Loaded, setLoaded] = useState(() => there);
    useLayoutEffect(() => {
      if (there) return;
      load().then(
        (found) => {
          there = found;
          setLoaded(() => found);
        },
        (error: unknown) =>
          setLoaded(() => {
            throw error;
          }),
      );
    }, []);
    return Loaded ? <Loaded {...props} /> : waiting;
  };
}

export type LaterPart<Props extends object> = ComponentType<Props> & { ask: () => Promise<ComponentType<Props>> };

/**
 * Loads a component on first render. Until then React keeps the previous content or shows the Suspense fallback.
 * Call `ask` early to render it without a wait.
 */
export function laterPart<Props extends object = object>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  let there: ComponentType<Props> | null = null;
  let asked: Promise<ComponentType<Props>> | null = null;
  const ask = () => (asked ??= load().then((found) => (there = found)));
  const Part = (props: Props) => createElement(there ?? use(ask()), props);
  return Object.assign(Part, { ask });
}
