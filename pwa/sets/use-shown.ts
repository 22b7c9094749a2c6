import { useState } from 'react';

/**
 * Whether the fields of an exercise show. An error opens them, and they stay open while it is corrected: they would close
 * under the typing thumb.
 */
export function useShown(isOpen: boolean, isWrong: boolean, onToggle: () => void): { isShown: boolean; toggle: () => void } {
  const [wasWrong, setWrong] = useState(false);
  if (isWrong && !wasWrong) setWrong(true);
  const isShown = isOpen || wasWrong;
  const toggle = () => {
    setWrong(false);
    if (isOpen || !isShown) onToggle();
  };
  return { isShown, toggle };
}
