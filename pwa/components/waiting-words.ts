/** What work on this device waits for. `room`: the server is full, or the person's share of it (R97). */
export type WaitingFor = 'signal' | 'room' | 'server';

/** The same words on a chip, in the header and in the tray, but `room` only on a chip: the tray shows the server's text. */
export const WAITING_WORDS: Readonly<Record<WaitingFor, string>> = {
  signal: 'Waiting for signal',
  room: 'Waiting: the server is full',
  server: 'The server asks to wait',
};
