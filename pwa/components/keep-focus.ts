/** Takes the focus where its own element has gone: the screen's heading. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/**
 * Gives the focus to an element, and to the screen's heading if that goes from the page with it, as the Edit button of
 * what was deleted does: a keyboard would begin at the top of the page, and a screen reader say nothing.
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
  // Whoever goes on has another place.
  for (const act of ['pointerdown', 'keydown', 'focusin']) addEventListener(act, () => ended.abort(), { signal: ended.signal, capture: true });
}
