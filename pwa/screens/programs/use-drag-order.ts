import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface Drag {
  from: number;
  /** Index at which the element would be dropped. */
  to: number;
  /** Distance dragged, in pixels. */
  by: number;
  /** How far the other elements move aside: the dragged element's height plus the gap below it. */
  step: number;
}

/** Scrolling starts this close to the scroller's edge, and is fastest at the edge and beyond. */
const EDGE_PX = 72;
const FASTEST_PX_PER_MS = 0.8;

interface Places {
  pointerId: number;
  startY: number;
  /** The pointer's current position. */
  y: number;
  /** Vertical centres of the elements when the drag began. */
  middles: number[];
  /** The scroll container around the list, and its scroll position when the drag began. */
  scroller: Element | null;
  scrollTop: number;
}

export interface DragOrder {
  /** Index of the dragged element, or null. */
  dragged: number | null;
  /** Temporary vertical offset of an element, in pixels. */
  shiftOf: (place: number) => number;
  /** `onPointerDown` of each element's handle, which needs `touch-action: none`. */
  start: (place: number, event: ReactPointerEvent) => void;
}

/**
 * Reorders a vertical list by mouse, pen or finger. The DOM order stays until the drop: moving the element that
 * captured the pointer would end the drag.
 * @param list its children are the elements, in order
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void): DragOrder {
  const [drag, setDrag] = useState<Drag | null>(null);
  const places = useRef<Places | null>(null);
  const latest = useRef<Drag | null>(null);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  const held = drag !== null;

  useEffect(() => {
    if (!held) return;
    const follow = () => {
      const at = places.current;
      const before = latest.current;
      if (!at || !before) return;
      const by = at.y - at.startY + ((at.scroller?.scrollTop ?? 0) - at.scrollTop);
      const middle = (at.middles[before.from] ?? 0) + by;
      const passed = at.middles.filter((other, place) => place !== before.from && other < middle).length;
      latest.current = { ...before, by, to: passed };
      setDrag(latest.current);
    };
    const move = (event: PointerEvent) => {
      if (!places.current || event.pointerId !== places.current.pointerId) return;
      event.preventDefault();
      places.current.y = event.clientY;
      follow();
    };
    // Keep scrolling while the pointer rests near the edge, to drag beyond the visible part of the list.
    let drawn: number | null = null;
    const scrollOn = (now: number) => {
      const { scroller, y } = places.current ?? {};
      if (scroller && list.current && y !== undefined && drawn !== null) {
        const by = pastEdge(scroller, list.current, y) * FASTEST_PX_PER_MS * (now - drawn);
        scroller.scrollTop += by;
        if (by !== 0) follow();
      }
      drawn = now;
      frame = requestAnimationFrame(scrollOn);
    };
    let frame = requestAnimationFrame(scrollOn);
    const end = (event: PointerEvent | KeyboardEvent) => {
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        // Escape cancels the drag only, not the dialog around it.
        event.preventDefault();
        event.stopPropagation();
      } else if (event.pointerId !== places.current?.pointerId) return;
      const done = latest.current;
      latest.current = null;
      places.current = null;
      setDrag(null);
      if (done && event.type === 'pointerup' && done.to !== done.from) drop.current(done.from, done.to);
    };
    addEventListener('pointermove', move, { passive: false });
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    addEventListener('keydown', end, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      removeEventListener('keydown', end, { capture: true });
    };
  }, [held, list]);

  const start = (from: number, event: ReactPointerEvent) => {
    if (event.button !== 0 || !list.current) return;
    event.preventDefault();
    const boxes = [...list.current.children].map((element) => element.getBoundingClientRect());
    const own = boxes[from];
    if (!own) return;
    const gap = boxes.length > 1 ? (boxes[1]?.top ?? 0) - (boxes[0]?.bottom ?? 0) : 0;
    const around = [list.current.closest('.sheet-body'), list.current.closest('.sheet')];
    // In a low window the whole sheet scrolls instead of its body.
    const scroller = around.find((part) => part && part.scrollHeight > part.clientHeight) ?? null;
    places.current = {
      pointerId: event.pointerId,
      startY: event.clientY,
      y: event.clientY,
      middles: boxes.map(({ top, height }) => top + height / 2),
      scroller,
      scrollTop: scroller?.scrollTop ?? 0,
    };
    latest.current = { from, to: from, by: 0, step: own.height + gap };
    setDrag(latest.current);
  };

  const shiftOf = (place: number) => {
    if (!drag) return 0;
    const { from, to, by, step } = drag;
    if (place === from) return by;
    if (place > from && place <= to) return -step;
    if (place < from && place >= to) return step;
    return 0;
  };
  return { dragged: drag?.from ?? null, shiftOf, start };
}

/** Scroll speed from -1 (up) to 1 (down), by how close the pointer is to the edge; 0 if the list ends in view. */
function pastEdge(scroller: Element, list: Element, y: number): number {
  const frame = scroller.getBoundingClientRect();
  const { top, bottom } = list.getBoundingClientRect();
  const above = frame.top + EDGE_PX - y;
  const below = y - (frame.bottom - EDGE_PX);
  if (above > 0 && top < frame.top) return -Math.min(1, above / EDGE_PX);
  if (below > 0 && bottom > frame.bottom) return Math.min(1, below / EDGE_PX);
  return 0;
}
