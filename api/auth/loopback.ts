const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a URL's hostname names this machine, which browsers trust without TLS. */
export const isLoopback = (hostname: string): boolean => LOOPBACK_NAMES.has(hostname);
