import { type ComponentType, createElement, type ReactNode, use, useLayoutEffect, useState } from 'react';

/**
 * A part of the page whose code comes when it is first drawn, and which is drawn the moment that it is there. What React
 * has hidden by Suspense it shows 300 ms later at the earliest, however soon it came: too long for what a page begins with.
 * @param waiting stands there meanwhile
 */
export function firstPart<Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null): ComponentType<Props> {
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
        (error: unknown) => setLoaded(() => { throw error; }),
      );
    }, []);
    return Loaded ? <Loaded {...props} /> : waiting;
  };
}

export type LaterPart<Props extends object> = ComponentType<Props> & { ask: () => Promise<ComponentType<Props>> };

/**
 * A part of the page whose code comes when it is first drawn; until then what was there before stays, or what Suspense
 * says. Asked for early enough, it is drawn at once.
 */
export function laterPart<Props extends object = object>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  let there: ComponentType<Props> | null = null;
  let asked: Promise<ComponentType<Props>> | null = null;
  const ask = () => (asked ??= load().then((found) => (there = found)));
  const Part = (props: Props) => createElement(there ?? use(ask()), props);
  return Object.assign(Part, { ask });
}
