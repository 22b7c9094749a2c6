import { useEffect, useRef } from 'react';
import { Icon } from '../components/icon.tsx';

/** Says below the picker why a file was refused. Scrolls into view, because the file dialog covered the page. */
export function Refusal({ id, words }: { id: string; words: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Braces, because newer browsers return a promise and React would take it for a clean-up function.
    line.current?.scrollIntoView({ block: 'nearest' });
  }, [words]);
  return (
    <p ref={line} id={id} role="alert" className="flex scroll-mb-24 items-start gap-1.5 text-15 font-semi text-danger">
      <Icon name="alert" size="small" className="mt-0.5" />
      {words}
    </p>
  );
}
