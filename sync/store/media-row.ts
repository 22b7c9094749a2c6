import type { MediaError } from './failure.ts';

/** The entity that a file belongs to; decides which field holds its object path. */
export type MediaEntity = 'videos' | 'dogs' | 'profile';
export type MediaField = 'videoUrl' | 'image' | 'profileImageUrl';

export const MEDIA_FIELDS: Readonly<Record<MediaEntity, MediaField>> = {
  videos: 'videoUrl',
  dogs: 'image',
  profile: 'profileImageUrl',
};

/**
 * - `writing`: being copied to this device; a crash here loses the file, and the next start reports it
 * - `kept`: safe on this device, waiting for its turn or for the network
 * - `uploading`: being sent to the server (or was, when the app closed)
 * - `paused`: by the person
 * - `uploaded`: the server has it, the hashes match, and its path is queued on its record
 * - `failed`: until the person retries; the file stays where it is
 */
export type MediaState = 'writing' | 'kept' | 'uploading' | 'paused' | 'uploaded' | 'failed';

export interface Poster {
  fileName: string;
  width: number;
  height: number;
}

/** A file that the person picked, filmed or shared on this device: one row of the table `media`. */
export interface DeviceMedia {
  id: string;
  entity: MediaEntity;
  /** Null until the record that it belongs to is saved. */
  entityId: string | null;
  field: MediaField;
  /** Name in the device's file store; null once the local copy has been freed or lost. */
  fileName: string | null;
  /** The file's name when it was picked. */
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** SHA-256 in hex; null until it is computed, some time after the file is stored. */
  sha256: string | null;
  poster: Poster | null;
  durationSeconds: number | null;
  state: MediaState;
  uploadUrl: string | null;
  /** Bytes that the server is known to have. */
  acknowledgedBytes: number;
  /** `acknowledgedBytes`, plus bytes in flight while `uploading`. */
  sentBytes: number;
  bytesPerSecond: number;
  posterState: 'none' | 'waiting' | 'uploaded' | 'failed';
  objectPath: string | null;
  posterPath: string | null;
  /** Failed attempts since the last byte that got through. */
  attempts: number;
  /** No attempt before this time, in milliseconds since 1970. */
  nextAttemptAt: number;
  lastError: MediaError | null;
  /** Stored by a service worker, which cannot decode video: the next open page makes its poster. */
  byServiceWorker?: boolean;
  /** Set until a file from an unknown sender is accepted: the first file of its share, and texts for its session. */
  shared?: { with: string; title: string; description: string } | undefined;
  /**
   * Filmed inside the app: the stored part is worth keeping even while the state is `writing`. `recovered`: found
   * incomplete after a crash.
   */
  filmed?: 'whole' | 'recovered';
  /** Key of the draft of the form in which the video was filmed. */
  filmedFor?: string;
  /** Downloaded for offline viewing; removing it loses nothing. */
  downloaded?: boolean;
  /** Uploaded while the person wanted no local copies of files that the server has. */
  freeOnceConfirmed?: boolean;
  /** Of an import: if its row has another file by now, that one stays. */
  imported?: boolean;
  /** When the person moved the file to the front of the queue, in milliseconds since 1970. */
  firstAt?: number;
  /** The person allowed this upload over any connection, even a metered one. Stored under an older name. */
  onAnyLine?: boolean;
  createdAt: number;
  updatedAt: number;
}

/** Whether this device or the server has the file of an entry: one that could not be written is lost. */
export const hasFile = ({ state, fileName }: Pick<DeviceMedia, 'state' | 'fileName'>): boolean => state !== 'failed' || fileName !== null;

/** Restarts an upload from the first byte: after it expired, or when its bytes arrived altered. */
export const FROM_THE_BEGINNING = { uploadUrl: null, acknowledgedBytes: 0, sentBytes: 0, bytesPerSecond: 0 } as const;
