import { useEffect, useRef } from 'react';
import { Icon } from '../components/icon.tsx';

/** Why a file was not taken, beside where it was picked; comes into view, for a picker covers the page. */
export function Refusal({ id, words }: { id: string; words: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which React would take for a clean-up.
    line.current?.scrollIntoView({ block: 'nearest' });
  }, [words]);
  return (
    <p ref={line} id={id} role="alert" className="flex scroll-mb-24 items-start gap-1.5 text-15 font-semi text-danger">
      <Icon name="alert" size="small" className="mt-0.5" />
      {words}
    </p>
  );
}
