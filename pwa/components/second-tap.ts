/** So soon and so near, a tap is a part of the one before. */
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

/** Notes taps, from the first dialog on. */
export function watchTaps(): void {
  if (watching) return;
  watching = true;
  // Not the click: what acts as the finger leaves it has none, and what goes while the finger is on it has it elsewhere.
  for (const type of ['pointerdown', 'pointerup'] as const) document.addEventListener(type, (event) => (last = tapOf(event)), { capture: true });
  document.addEventListener('click', look, { capture: true });
}

/** What was tapped has gone: the second half of a double tap on it would press what stood behind. */
export function guardAgainstSecondTap(): void {
  // One that opened it, from the page, may come again at once: it was closed by a key.
  guarded = last?.inDialog ? last : null;
}

const isInDialog = ({ target }: Event) => target instanceof Element && target.closest('dialog') !== null;

const tapOf = (event: MouseEvent): Tap => ({ x: event.clientX, y: event.clientY, at: event.timeStamp, inDialog: isInDialog(event) });

function look(event: MouseEvent): void {
  // A key's click stands nowhere.
  if (event.detail === 0) return;
  const tap = tapOf(event);
  const belongs = guarded && tap.at - guarded.at < SOON_MS && Math.hypot(tap.x - guarded.x, tap.y - guarded.y) < NEAR_PX;
  // A third one belongs to the second.
  guarded = belongs ? tap : null;
  if (!belongs || tap.inDialog) return;
  event.preventDefault();
  event.stopPropagation();
}
