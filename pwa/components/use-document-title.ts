import { useEffect } from 'react';

let shown = '';
let before = '';

const write = () => {
  document.title = `${before}${shown} · Longline`;
};

/** 'Training Log · Longline' in the tab and in the history. */
export function useDocumentTitle(screen: string): void {
  useEffect(() => {
    shown = screen;
    write();
  }, [screen]);
}

/** Puts words in front of whatever screen's title there is, '42 % · Training Log · Longline'; none when null. */
export function useTitlePrefix(words: string | null): void {
  useEffect(() => {
    before = words === null ? '' : `${words} · `;
    if (shown) write();
  }, [words]);
}
