import type { Log } from './log.ts';

const CONSOLE = ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const;

/**
 * Routes what Node and packages would write to the terminal (uncaught errors, warnings, the console) through the log,
 * which hides private text. An uncaught error still ends the process with code 1.
 */
export function sendStderrTo(log: Log): void {
  // Unhandled rejections arrive here too, unless the process listens for them.
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'Longline stopped after an uncaught error');
    process.exit(1);
  });
  // Node's own listener prints the text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warning'));
  for (const method of CONSOLE) {
    console[method] = (...words: unknown[]) =>
      log.warn({ err: words.find((word) => word instanceof Error) ?? new Error('without an error') }, 'A package wrote to the console');
  }
}
