import { useEffect, useRef } from 'react';

/**
 * For those who want their data first: closes the dialog, and then goes to the section of this heading.
 * @returns the act
 */
export function useExportFirst(headingId: string, { isOpen, close }: { isOpen: boolean; close: () => void }): () => void {
  const isNext = useRef(false);
  useEffect(() => {
    if (isOpen || !isNext.current) return;
    isNext.current = false;
    // The dialog has returned the focus to its button by now.
    const heading = document.getElementById(headingId);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [headingId, isOpen]);
  return () => {
    isNext.current = true;
    close();
  };
}
