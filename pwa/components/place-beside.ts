const GAP_PX = 4;
const EDGE_PX = 8;

/** Puts an open popover below its button, or above if the bottom bar leaves no room. Their right edges are aligned. */
export function placeBeside(popover: HTMLElement, button: DOMRect): void {
  const { offsetHeight } = popover;
  const bar = document.querySelector('nav')?.getBoundingClientRect();
  const bottom = (bar && bar.top > button.bottom ? bar.top : innerHeight) - EDGE_PX;
  const below = button.bottom + GAP_PX;
  const top = below + offsetHeight <= bottom ? below : button.top - GAP_PX - offsetHeight;
  popover.style.inset = `${Math.max(EDGE_PX, top)}px ${Math.max(EDGE_PX, innerWidth - button.right)}px auto auto`;
}
