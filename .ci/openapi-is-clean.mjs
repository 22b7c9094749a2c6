import { ROOT, run } from './run-program.mjs';

/** Neither telemetry nor a look for newer versions: tests make no outgoing connections. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Redocly's recommended rules for OpenAPI documents, with warnings as errors. */
export async function openApiIsClean() {
  const words = ['lint', 'docs/openapi.json', '--extends=recommended-strict'];
  const { ok, output } = await run(process.execPath, [`${ROOT}/node_modules/@redocly/cli/bin/cli.js`, ...words], {
    env: OFFLINE,
    quiet: true,
  });
  if (!ok) console.error(output);
  return ok;
}
