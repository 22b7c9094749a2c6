const STACK_LINES = 12;
const MESSAGE_CHARACTERS = 300;

/** A part of the app whose code did not arrive: without a connection, or removed by a newer version. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message);

/**
 * What a person can send when something could not be shown. It names the error and where it happened, never what was typed.
 * @param id of the row that was to be shown
 */
export function errorDetails(error: unknown, componentStack: string, id?: string): string {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: typeof error };
  const lines = [
    `${name}: ${message.slice(0, MESSAGE_CHARACTERS)}`,
    id && `Row: ${id}`,
    // The file name carries the hash of the build.
    `App: ${import.meta.url.split('/').at(-1)}`,
    `Browser: ${navigator.userAgent}`,
    ...componentStack.split('\n').slice(0, STACK_LINES),
  ];
  return lines.filter(Boolean).join('\n');
}
