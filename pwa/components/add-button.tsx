import { useEffect, useState } from 'react';
import { classNames } from './class-names.ts';
import { buttonStyle } from './button-style.ts';
import { Icon } from './icon.tsx';

/** The button shows its label until the page has scrolled this far. */
const SHRINKS_AFTER_PX = 120;

/**
 * The screen's main button: above the bottom bar on phones, in the page's head from 768 px.
 * On phones it shrinks to its icon while the page is scrolled down or the window is low (R338), and always below 360 px. At
 * 400 % zoom it doesn't float.
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
          'add-button fixed right-4 bottom-[calc(var(--nav-height)+16px+env(safe-area-inset-bottom))] z-20 ring-4 ring-paper [@media(max-height:320px)]:static md:static md:z-auto md:px-6! md:ring-0',
          scrolled
            ? 'max-md:w-14 max-md:px-0!'
            : 'px-4! max-[359px]:w-14 max-[359px]:px-0! max-md:[@media(min-height:321px)]:in-data-low:w-14 max-md:[@media(min-height:321px)]:in-data-low:px-0!',
        ),
      })}
    >
      <Icon name="plus" />
      <span className={scrolled ? 'max-md:sr-only' : 'max-[359px]:sr-only max-md:[@media(min-height:321px)]:in-data-low:sr-only'}>
        {label}
      </span>
    </button>
  );
}

function useScrolledDown(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    // Don't read the scroll on mount: it forces a layout before the first paint, and a restored scroll fires the event.
    const look = () => setScrolled(scrollY > SHRINKS_AFTER_PX);
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return scrolled;
}
