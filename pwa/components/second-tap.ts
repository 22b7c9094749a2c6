/** A tap this soon and this near counts as part of the previous one. */
const SOON_MS = 500;
const NEAR_PX = 20;

interface Tap {
  x: number;
  y: number;
  at: number;
  inDialog: boolean;
}

let last: Tap | null = null;
let guarded: Tap | null = null;
let watching = false;

/** Starts to record taps; called when the first dialog opens. */
export function watchTaps(): void {
  if (watching) return;
  watching = true;
  // Not `click`: a button that acts on touchend gets no click, and a click fires elsewhere if its target has disappeared.
  for (const type of ['pointerdown', 'pointerup'] as const)
    document.addEventListener(type, (event) => (last = tapOf(event)), { capture: true });
  document.addEventListener('click', look, { capture: true });
}

/** Call this when a dialog closes. Otherwise the second half of a double tap in it would press a control behind it. */
export function guardAgainstSecondTap(): void {
  // If the last tap was outside a dialog, it opened this dialog and a key closed it: allow the same tap again.
  guarded = last?.inDialog ? last : null;
}

const isInDialog = ({ target }: Event) => target instanceof Element && target.closest('dialog') !== null;

const tapOf = (event: MouseEvent): Tap => ({ x: event.clientX, y: event.clientY, at: event.timeStamp, inDialog: isInDialog(event) });

function look(event: MouseEvent): void {
  // A click from the keyboard has no position.
  if (event.detail === 0) return;
  const tap = tapOf(event);
  const belongs = guarded && tap.at - guarded.at < SOON_MS && Math.hypot(tap.x - guarded.x, tap.y - guarded.y) < NEAR_PX;
  // A third tap counts as part of the second.
  guarded = belongs ? tap : null;
  if (!belongs || tap.inDialog) return;
  event.preventDefault();
  event.stopPropagation();
}
