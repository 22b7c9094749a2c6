/** What work on this device waits for. `room`: on the server. */
export type WaitingFor = 'signal' | 'room' | 'server';

/** The same words on a card, in the header and in the tray. */
export const WAITING_WORDS: Readonly<Record<WaitingFor, string>> = {
  signal: 'Waiting for signal',
  room: 'Waiting: the server is full',
  server: 'The server asks to wait',
};
