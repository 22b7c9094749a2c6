const STACK_LINES = 12;
const MESSAGE_CHARACTERS = 100;

/** True if code of the app failed to load: the device is offline, or a newer version has deleted the file. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message);

/**
 * Details for a bug report: the error and where it happened. An error message can quote private text of the row,
 * so only its beginning is included, up to the first quote or colon.
 * @param id of the row that failed to render
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

/** Some browsers include the message in the stack, and a message can contain lines that look like frames. */
const framesOf = (stack: string, message: string) =>
  stack
    .replace(message, '')
    .split('\n')
    .filter((line) => /^\s*at \S|@.*:\d+:\d+$/.test(line));
