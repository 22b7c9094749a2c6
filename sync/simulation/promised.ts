/** What the devices have accepted so far, and what has become of it by its author's will. */
export interface Promised {
  /** Rows that were made: id, and whose they are. */
  rows: Map<string, { entity: 'videos' | 'dogs' | 'cues' | 'programs'; ownerId: string }>;
  /** Lines of notes; each must be found once in the end, wherever it was merged. */
  lines: { sessionId: string; line: string }[];
  /** Comments: id, under what they stand and whose that is, and who wrote them. */
  comments: Map<string, { videoId: string; sessionOwnerId: string; authorId: string; content: string }>;
  /** Lines that their author took out again after they had arrived everywhere: none may come back. */
  struck: { sessionId: string; line: string }[];
  /** Bytes of videos, by session. */
  films: Map<string, Uint8Array>;
  /** Ids of dogs that were never there: what names one is refused rightly. */
  strangers: Set<string>;
  /** Deleted at some time: a restored server may have lost them for good, and after 90 days any has. */
  deleted: Set<string>;
  /** Of refused changes that were given up. */
  discarded: Set<string>;
  /** The server's history was once another one. */
  restored: boolean;
  /** More than 90 days have passed at once: what was deleted before is gone for good, and keys are forgotten. */
  aged: boolean;
  /** A device was cleared of what it had sent: then no device need have what a restored server lost. */
  cleared: boolean;
  /** The two were no partners for some time: the author of a comment may then hold it no more. */
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
