import type { Log } from './log.ts';

const CONSOLE = ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const;

/**
 * Sends what Node and packages would write to the terminal through the log, which hides private text: errors that
 * nothing caught, warnings, and the console. An uncaught error still ends the process with code 1.
 */
export function sendStderrTo(log: Log): void {
  // Rejections that nothing handles arrive here too, where the process does not listen for them.
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'Longline ends after an error that nothing caught');
    process.exit(1);
  });
  // Node's own listener prints the text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns'));
  for (const method of CONSOLE) {
    console[method] = (...words: unknown[]) =>
      log.warn({ err: words.find((word) => word instanceof Error) ?? new Error('without an error') }, 'A package wrote to the console');
  }
}
