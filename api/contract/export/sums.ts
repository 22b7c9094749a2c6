/** Of a file, as a ZIP and its list of hashes need them. */
export interface Sums {
  crc32: number;
  /** In hex. */
  sha256: string;
}
