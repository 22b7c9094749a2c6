import { useEffect, useState } from 'react';
import { classNames } from './class-names.ts';
import { buttonStyle } from './button-style.ts';
import { Icon } from './icon.tsx';

/** Scrolled less than this, the words are still there. */
const SHRINKS_AFTER_PX = 120;

/**
 * The screen's main button: above the bottom bar within the thumb's reach, from 768 px in the page's head.
 * It shrinks to its square while the page is scrolled down, and below 360 px.
 */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  const scrolled = useScrolledDown();
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={buttonStyle('primary', {
        className: classNames(
          'add-button fixed right-4 bottom-[calc(var(--nav-height)+16px+env(safe-area-inset-bottom))] z-20 ring-4 ring-paper md:static md:z-auto md:px-6! md:ring-0',
          scrolled ? 'max-md:w-14 max-md:px-0!' : 'px-4! max-[359px]:w-14 max-[359px]:px-0!',
        ),
      })}
    >
      <Icon name="plus" />
      <span className={scrolled ? 'max-md:sr-only' : 'max-[359px]:sr-only'}>{label}</span>
    </button>
  );
}

function useScrolledDown(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    // Not at once: asking for the scroll forces a layout before the first paint, and a restored one tells of itself.
    const look = () => setScrolled(scrollY > SHRINKS_AFTER_PX);
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return scrolled;
}
