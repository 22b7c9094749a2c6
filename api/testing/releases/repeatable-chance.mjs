import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const MOMENT = Date.parse('2026-11-20T18:00:00Z');

/**
 * Stops the clock and makes chance repeatable in this process, for code that takes both from the platform. Call it
 * before that code is loaded.
 */
export function makeChanceRepeatable() {
  let drawn = 0;
  const draw = (size) => {
    const blocks = Array.from({ length: Math.ceil(size / 32) }, () =>
      crypto
        .createHash('sha256')
        .update(`${(drawn += 1)}`)
        .digest(),
    );
    return Buffer.concat(blocks).subarray(0, size);
  };
  const randomUUID = () => {
    const bytes = draw(16);
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  Object.assign(crypto, { randomBytes: draw, randomUUID });
  syncBuiltinESMExports();
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length === 0 ? [MOMENT] : given));
    }
    static now = () => MOMENT;
  };
}
