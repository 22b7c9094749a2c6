/** What unsynced work waits for. `room`: the server's storage is full, or the person's share of it (R97). */
export type WaitingFor = 'signal' | 'room' | 'server';

/** Chips, header and tray use the same words. Only chips show the words for `room`: the tray shows the server's text. */
export const WAITING_WORDS: Readonly<Record<WaitingFor, string>> = {
  signal: 'Waiting for signal',
  room: 'Waiting: the server is full',
  server: 'The server asks to wait',
};
