import { type RefObject, useEffect, useState } from 'react';
import type { WindowVirtualizerHandle } from 'virtua';
import { type DayRow, dayOfRow, type LogRow } from './group-by-day.ts';

/**
 * The day of the entry below the header, once the day's own heading has scrolled away; null at the top of the list.
 * @param list the element around the virtualised rows
 */
export function useDayAtTop<Card>(
  list: RefObject<Element | null>,
  handle: RefObject<WindowVirtualizerHandle | null>,
  rows: readonly LogRow<Card>[],
): DayRow<Card> | null {
  const [day, setDay] = useState<DayRow<Card> | null>(null);
  useEffect(() => {
    const [element, header] = [list.current, document.querySelector('header')];
    if (!element || !header) return;
    const look = () => {
      const rowsAt = handle.current;
      const { bottom } = header.getBoundingClientRect();
      // Offsets count from the top of the page.
      const hidesRows = rowsAt && element.getBoundingClientRect().top < bottom;
      setDay(hidesRows ? dayOfRow(rows, rowsAt.findItemIndex(rowsAt.scrollOffset + bottom)) : null);
    };
    // Newly measured rows and a header of another height move the list without a scroll event.
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    sizes.observe(header);
    addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', look);
    };
  }, [list, handle, rows]);
  return day;
}
