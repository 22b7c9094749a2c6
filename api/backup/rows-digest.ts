import { hash } from 'node:crypto';

const BITS = 128n;
const MASK = (1n << BITS) - 1n;

/**
 * Number and content of a table's rows, whatever their order: databases with other locales sort text differently. Rows
 * have a primary key, so no two of them cancel out.
 */
export class RowsDigest {
  rows = 0;
  #sum = 0n;

  add(row: string): void {
    this.rows += 1;
    this.#sum = (this.#sum + BigInt(`0x${hash('sha256', row).slice(0, 32)}`)) & MASK;
  }

  /** 32 letters of hex. */
  get content(): string {
    return this.#sum.toString(16).padStart(32, '0');
  }
}
