import { showField } from './show-field.ts';

/** Up to this height a window is low: a phone with its keyboard open, or held sideways (R240). */
const LOW_PX = 480;
/** Smaller differences are toolbars and rounding. */
const KEYBOARD_MIN_PX = 60;

export interface WindowParts {
  /** Height of the layout viewport. */
  innerHeight: number;
  /** Absent in older browsers. */
  visualViewport: Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'> | null;
}

export interface VisibleWindow {
  low: boolean;
  /** The part that a keyboard leaves visible; null if no keyboard covers the page. */
  seen: { top: number; height: number; covered: number } | null;
}

/**
 * The part of the window that the person sees. An open keyboard makes the page smaller on Android; on an iPhone it covers a
 * page that keeps its size. A page that the person has pinch-zoomed counts as uncovered.
 */
export function visibleWindow({ innerHeight, visualViewport }: WindowParts): VisibleWindow {
  if (!visualViewport || visualViewport.scale > 1.01 || innerHeight - visualViewport.height < KEYBOARD_MIN_PX)
    return { low: innerHeight <= LOW_PX, seen: null };
  const height = Math.round(visualViewport.height);
  const top = Math.max(0, Math.round(visualViewport.offsetTop));
  return { low: height <= LOW_PX, seen: { top, height, covered: Math.max(0, innerHeight - top - height) } };
}

/**
 * Tells the styles what is visible: `data-low` on the root, and `--seen-top`, `--seen-height` and `--covered` while a keyboard
 * covers the page. Keeps the focused field in view when the keyboard opens. @returns stops watching
 */
export function watchVisibleWindow(): () => void {
  const { documentElement: root } = document;
  let before = '';
  const tell = () => {
    const { low, seen } = visibleWindow(window);
    const now = JSON.stringify([low, seen, innerHeight]);
    if (now === before) return;
    before = now;
    root.toggleAttribute('data-low', low);
    for (const [name, pixels] of Object.entries({ '--seen-top': seen?.top, '--seen-height': seen?.height, '--covered': seen?.covered })) {
      if (pixels === undefined) root.style.removeProperty(name);
      else root.style.setProperty(name, `${pixels}px`);
    }
    const field = document.activeElement;
    if (low && field?.matches('input, textarea, select')) showField(field);
  };
  const ended = new AbortController();
  const { signal } = ended;
  addEventListener('resize', tell, { signal });
  for (const event of ['resize', 'scroll']) visualViewport?.addEventListener(event, tell, { signal });
  tell();
  return () => ended.abort();
}
