import { expect, test } from 'vitest';
import { sharesConnections } from './shares-connections.ts';

const ORIGIN = 'https://longline.example';

test.for([
  [[{ name: `${ORIGIN}/api/sync`, nextHopProtocol: 'h2' }], true],
  [[{ name: `${ORIGIN}/api/sync`, nextHopProtocol: 'h3' }], true],
  [[{ name: `${ORIGIN}/api/sync`, nextHopProtocol: 'http/1.1' }], false],
  [[{ name: 'https://elsewhere.example/', nextHopProtocol: 'h2' }], false],
  [[{ name: `${ORIGIN}/api/sync` }], false],
  [[], false],
] as const)('requests %j share a connection: %s', ([made, shared]) => {
  expect(sharesConnections(made, ORIGIN)).toBe(shared);
});
