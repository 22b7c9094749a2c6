/** What a file belongs to, and therefore which field its object path is saved on. */
export type MediaEntity = 'videos' | 'dogs' | 'profile';
export type MediaField = 'videoUrl' | 'image' | 'profileImageUrl';

export const MEDIA_FIELDS: Readonly<Record<MediaEntity, MediaField>> = {
  videos: 'videoUrl',
  dogs: 'image',
  profile: 'profileImageUrl',
};

/**
 * - `writing`: being copied to this device; a crash here loses the file, and the next start says so
 * - `kept`: safe on this device, waiting for its turn or for the network
 * - `uploading`: the server is receiving it (or was, when the app was closed)
 * - `paused`: held by the person
 * - `uploaded`: the server has it, hash compared, path queued on its record
 * - `failed`: final until the person retries; the file stays where it is
 */
export type MediaState = 'writing' | 'kept' | 'uploading' | 'paused' | 'uploaded' | 'failed';

export interface MediaError {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** A contract code, or `network`, `expired`, `hash_differs`, `lost`, `no_file`. */
  code: string;
  /** What a person may read. */
  message: string;
}

export interface Poster {
  fileName: string;
  width: number;
  height: number;
}

/** A file that was picked, filmed or shared on this device: one row of the table `media`. */
export interface DeviceMedia {
  id: string;
  entity: MediaEntity;
  /** Null until the record that it belongs to is saved. */
  entityId: string | null;
  field: MediaField;
  /** Name in the device's own files; null once the local copy was freed or lost. */
  fileName: string | null;
  /** The name that it was picked under. */
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** SHA-256 in hex; null until it was worked out, some time after the file was kept. */
  sha256: string | null;
  poster: Poster | null;
  durationSeconds: number | null;
  state: MediaState;
  uploadUrl: string | null;
  /** Bytes that the server is known to have. */
  acknowledgedBytes: number;
  /** The same, and while `uploading` also what is on the wire. */
  sentBytes: number;
  bytesPerSecond: number;
  posterState: 'none' | 'waiting' | 'uploaded' | 'failed';
  objectPath: string | null;
  posterPath: string | null;
  /** Attempts that failed since the last byte that got through. */
  attempts: number;
  /** Milliseconds since 1970; no attempt before. */
  nextAttemptAt: number;
  lastError: MediaError | null;
  /** Kept by a service worker, which cannot decode: a page makes its poster as soon as there is one. */
  byServiceWorker?: boolean;
  /** Filmed inside the app: what there is of it while it is `writing` is worth keeping. `recovered`: it was found so after a crash. */
  filmed?: 'whole' | 'recovered';
  /** Key of the draft of the form that it was filmed in. */
  filmedFor?: string;
  /** Fetched from the server to be seen without a network: nothing is lost with it. */
  downloaded?: boolean;
  /** It was sent while its person wanted nothing kept here that the server has. */
  freeOnceConfirmed?: boolean;
  /** When its person put it in front of all others, in milliseconds since 1970. */
  firstAt?: number;
  /** Its person said that it may go now, whatever the line costs. */
  onAnyLine?: boolean;
  createdAt: number;
  updatedAt: number;
}

/** What sends a file from its beginning: after an upload expired, or when its bytes arrived altered. */
export const FROM_THE_BEGINNING = { uploadUrl: null, acknowledgedBytes: 0, sentBytes: 0, bytesPerSecond: 0 } as const;
