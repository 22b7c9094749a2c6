const STACK_LINES = 12;
const MESSAGE_CHARACTERS = 100;

/** A part of the app whose code did not arrive: without a connection, or removed by a newer version. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message);

/**
 * What a person can send when something could not be shown. It names the error and where it happened. An error's message
 * can quote a field of the row, so that only its beginning is included, up to the first quote or colon.
 * @param id of the row that was to be shown
 */
export function errorDetails(error: unknown, componentStack: string, id?: string): string {
  const { name, message, stack = '' } = error instanceof Error ? error : { name: 'Error', message: typeof error };
  const lines = [
    `${name}: ${beginningOf(message)}`,
    id && `Row: ${id}`,
    // The file name carries the hash of the build.
    `App: ${import.meta.url.split('/').at(-1)}`,
    `Browser: ${navigator.userAgent}`,
    ...framesOf(stack, message).slice(0, STACK_LINES),
    ...componentStack.split('\n').slice(0, STACK_LINES),
  ];
  return lines.filter(Boolean).join('\n');
}

const beginningOf = (message: string) => (/^[^\n:"'`“‘«]*/.exec(message)?.[0] ?? '').slice(0, MESSAGE_CHARACTERS).trim();

/** The message is a part of the stack in some browsers, and can have lines that look like frames. */
const framesOf = (stack: string, message: string) =>
  stack
    .replace(message, '')
    .split('\n')
    .filter((line) => /^\s*at \S|@.*:\d+:\d+$/.test(line));
