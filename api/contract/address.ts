/** The answer of `GET /api/address`. */
export interface AddressAnswer {
  /** The origin that people should open, without a trailing slash. */
  publicUrl: string;
}
