import { useEffect } from 'react';

/** 'Training Log · Longline' in the tab and in the history. */
export function useDocumentTitle(screen: string): void {
  useEffect(() => {
    document.title = `${screen} · Longline`;
  }, [screen]);
}
