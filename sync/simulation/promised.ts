/** The changes that the devices have accepted so far, and what their authors did with them. */
export interface Promised {
  /** Created rows by id, with their owner. */
  rows: Map<string, { entity: 'videos' | 'dogs' | 'cues' | 'programs'; ownerId: string }>;
  /** Lines of notes. Each must exist exactly once in the end, wherever it was merged. */
  lines: { sessionId: string; line: string }[];
  /** Comments by id, with their session, its owner and the comment's author. */
  comments: Map<string, { videoId: string; sessionOwnerId: string; authorId: string; content: string }>;
  /** Lines that their author removed after they had synced everywhere; none may reappear. */
  struck: { sessionId: string; line: string }[];
  /** Video bytes by session. */
  films: Map<string, Uint8Array>;
  /** Ids of dogs that never existed; the server rightly refuses changes that reference them. */
  strangers: Set<string>;
  /** Rows that were ever deleted. A restored server may have lost these for good; after 90 days every server has. */
  deleted: Set<string>;
  /** Rows whose refused changes were given up. */
  discarded: Set<string>;
  /** The server was restored to an earlier state. */
  restored: boolean;
  /** More than 90 days passed at once: rows deleted before are gone for good, and keys are forgotten. */
  aged: boolean;
  /** A device's synced data was cleared, so possibly no device still holds what a restored server lost. */
  cleared: boolean;
  /** The partnership was interrupted, so the author of a comment may no longer hold it. */
  parted: boolean;
}

export const nothingPromised = (): Promised => ({
  rows: new Map(),
  lines: [],
  comments: new Map(),
  struck: [],
  films: new Map(),
  strangers: new Set(),
  deleted: new Set(),
  discarded: new Set(),
  restored: false,
  aged: false,
  cleared: false,
  parted: false,
});
