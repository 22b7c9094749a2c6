import { expect, test } from 'vitest';
import { fromProc } from './process-state.ts';

/** A line of proc(5) for a process that began at 4711. */
const line = ({ name = 'node', state = 'S', flags = 0x400000, threads = 1, pending = 0 }) =>
  `42 (${name}) ${state} 1 42 42 0 -1 ${flags} 9 9 0 0 1 1 0 0 20 0 ${threads} 0 4711 9 9 9 1 1 0 0 0 ${pending} 0 4096 0 0 0 0 17 0`;

test.each([
  ['a running process', {}, 'running'],
  ['a process whose name looks like fields', { name: 'a) Z 1' }, 'running'],
  ['a process with another pending signal', { pending: 1 << 14 }, 'running'],
  ['a zombie', { state: 'Z' }, 'ended'],
  ['a zombie whose other threads still run', { state: 'Z', threads: 3 }, 'ending'],
  ['a killed process that waits for its disk', { state: 'D', pending: 1 << 8 }, 'ending'],
  ['a process that the system is ending', { state: 'R', flags: 0x400004 }, 'ending'],
] as const)('sees %s', (_what, process, life) => {
  expect(fromProc(line(process))).toEqual({ startedAt: '4711', life });
});
