import { type RefObject, useEffect } from 'react';

const USUAL_PX = 57;

/**
 * Keeps the header's height in `--header-height`, for elements that stick below it. When the header grows or shrinks over a
 * scrolled page, the page scrolls by as much, so that nothing moves under the thumb (docs/decisions/0122). Browsers without
 * scroll anchoring, for example Safari, need this hook to scroll.
 */
export function useHeaderHeight(header: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = header.current;
    if (!element) return;
    const hasScrollAnchoring = CSS.supports('overflow-anchor', 'auto');
    let before: { width: number; height: number } | undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { inlineSize: width = 0, blockSize: height = 0 } = entry?.borderBoxSize[0] ?? {};
      // The style sheet has the usual height: setting it again would restyle the whole page before the first paint.
      if (before || height !== USUAL_PX) document.documentElement.style.setProperty('--header-height', `${height}px`);
      if (!hasScrollAnchoring && before?.width === width && scrollY > 0) scrollBy(0, height - before.height);
      before = { width, height };
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [header]);
}
