/**
 * A connection without progress for this long is dead, even if it looks open: phones change networks during an upload.
 */
export const SILENT_MS = 90_000;
/** The limit while progress is unknown: while fetch sends a body, and while the server works. */
export const UNREPORTED_MS = 300_000;
