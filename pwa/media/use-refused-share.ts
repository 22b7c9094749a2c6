import { useEffect } from 'react';
import { deviceWord } from '../components/use-is-phone.ts';
import { showError } from '../components/toast-store.ts';

const WORDS: Readonly<Record<string, (device: string) => string>> = {
  wrong_type: () => 'Only a video or a picture can be added.',
  empty: () => 'The shared file is empty.',
  too_large: () => 'The shared file is too large. The limit is 500 MB.',
  no_room: (device) => `Not enough room on this ${device} for the shared file.`,
  unreadable: (device) => `The shared file could not be read from this ${device}. Please pick it here.`,
  not_whole: () => 'This browser did not store the whole shared file. Please pick it here.',
  failed: () => 'The shared file could not be kept. Please pick it here.',
};

/** Shows why a file shared from another app was refused. @param code of a FileRefusal, from the URL */
export function useRefusedShare(code: string | null): void {
  useEffect(() => {
    const words = code !== null && Object.hasOwn(WORDS, code) ? WORDS[code] : null;
    if (words) showError(words(deviceWord()));
  }, [code]);
}
