import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Document, Spectral } from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';
import { ROOT, run } from './run-program.mjs';

const DOCUMENT = 'docs/openapi.json';
/** Turns off telemetry and the check for newer versions: tests make no outgoing connections. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** @returns whether Redocly's recommended rules and all of Spectral's for OpenAPI find nothing in the document, not even a hint */
export async function openApiIsClean() {
  return (await redoclyFindsNothing()) && (await spectralFindsNothing());
}

/** `recommended-strict` makes each warning an error. */
async function redoclyFindsNothing() {
  const words = ['lint', DOCUMENT, '--extends=recommended-strict'];
  const { ok, output } = await run(process.execPath, [`${ROOT}/node_modules/@redocly/cli/bin/cli.js`, ...words], {
    env: OFFLINE,
    quiet: true,
  });
  if (!ok) console.error(output);
  return ok;
}

/** Applies all of Spectral's rules, not only the recommended ones. */
async function spectralFindsNothing() {
  const spectral = new Spectral();
  spectral.setRuleset({
    extends: [[oas, 'all']],
    rules: {
      // Each server has its own operator to contact, the licence has an `identifier`, and tags are in reading order.
      'contact-properties': 'off',
      'license-url': 'off',
      'openapi-tags-alphabetical': 'off',
    },
  });
  const text = await readFile(join(ROOT, DOCUMENT), 'utf8');
  const findings = await spectral.run(new Document(text, parsers.Json, DOCUMENT));
  for (const { code, path, message } of findings) console.error(`${code} at ${path.join(' > ')}: ${message}`);
  return findings.length === 0;
}
