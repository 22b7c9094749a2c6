import { type ComponentType, createElement, type ReactNode, use, useLayoutEffect, useState } from 'react';

/**
 * Loads a component on first render and shows it as soon as it arrives. Suspense would show it 300 ms later at the
 * earliest, too late for the first content of a page.
 * @param waiting shown until then
 */
export function lazyWithoutSuspense<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function LazyComponent(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    useLayoutEffect(() => {
      if (loaded) return;
      load().then(
        (found) => {
          loaded = found;
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

export type PreloadableComponent<Props extends object> = ComponentType<Props> & { preload: () => Promise<ComponentType<Props>> };

/**
 * Loads a component on first render. Until then React keeps the previous content or shows the Suspense fallback.
 * Call `preload` early to render it without a wait.
 */
export function lazyWithPreload<Props extends object = object>(load: () => Promise<ComponentType<Props>>): PreloadableComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  const preload = () => (loading ??= load().then((found) => (loaded = found)));
  const LazyComponent = (props: Props) => createElement(loaded ?? use(preload()), props);
  return Object.assign(LazyComponent, { preload });
}
