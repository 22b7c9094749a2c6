import { useEffect } from 'react';
import { deviceWord } from '../components/use-is-phone.ts';
import { showError } from '../components/toast-store.ts';

const WORDS: Readonly<Record<string, (device: string) => string>> = {
  wrong_type: () => 'Only a video or a picture can be added.',
  empty: () => 'The shared file is empty.',
  too_large: () => 'The shared file is too large. The limit is 500 MB.',
  no_room: (device) => `Not enough space on this ${device} for the shared file.`,
  unreadable: (device) => `Couldn't read the shared file from this ${device}. Please choose it here.`,
  not_whole: () => "This browser didn't save the whole shared file. Please choose it here.",
  foreign: (device) => `That file did not come from this ${device}'s share sheet, so it was not added. You can choose it here.`,
  failed: () => "Couldn't save the shared file. Please choose it here.",
};

/** Shows why a file shared from another app was refused. @param code from the URL; unknown codes show nothing */
export function useRefusedShare(code: string | null): void {
  useEffect(() => {
    if (code !== null) showRefusedShare(code);
  }, [code]);
}

export function showRefusedShare(code: string): void {
  const words = Object.hasOwn(WORDS, code) ? WORDS[code] : null;
  if (words) showError(words(deviceWord()));
}
