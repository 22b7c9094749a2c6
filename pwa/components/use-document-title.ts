import { useEffect } from 'react';

let shown = '';
let before = '';

const write = () => {
  document.title = `${before}${shown} · Longline`;
};

/** Sets the document title: 'Training Log · Longline'. */
export function useDocumentTitle(screen: string): void {
  useEffect(() => {
    shown = screen;
    write();
  }, [screen]);
}

/** Prefixes the screen's title: '42 % · Training Log · Longline'. Null removes the prefix. */
export function useTitlePrefix(words: string | null): void {
  useEffect(() => {
    before = words === null ? '' : `${words} · `;
    if (shown) write();
  }, [words]);
}
