/** Focuses the screen's heading. Call this when the focused element is gone. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/**
 * Focuses an element, or the screen's heading if the element is gone or leaves the page, as the Edit button of a deleted row
 * does. Otherwise the keyboard would restart at the top of the page and a screen reader would say nothing.
 */
export function keepFocus(element: Element | null): void {
  if (!(element instanceof HTMLElement) || !element.isConnected) {
    if (document.activeElement === document.body) focusHeading();
    return;
  }
  element.focus({ preventScroll: true });
  if (document.activeElement !== element) return;
  const ended = new AbortController();
  const watch = new MutationObserver(() => {
    if (element.isConnected) return;
    ended.abort();
    if (document.activeElement === document.body) focusHeading();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  ended.signal.addEventListener('abort', () => watch.disconnect());
  // Stop watching once the person taps, types or focuses something else.
  for (const act of ['pointerdown', 'keydown', 'focusin'])
    addEventListener(act, () => ended.abort(), { signal: ended.signal, capture: true });
}
