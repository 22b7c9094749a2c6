import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { prepareSuite } from '../../../.ci/suites.mjs';

/**
 * `npm run stack`: PostgreSQL, Ceph's S3 server, two servers and Caddy with TLS, on loopback, until Ctrl-C. Keeps nothing. Sign in as admin@longline.example; the code is printed here.
 */
const ADMIN = 'admin@longline.example';

const reason = await prepareSuite('stack');
if (reason !== undefined) {
  console.error(reason);
  process.exit(1);
}
const path = fileURLToPath(new URL('./stack.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
console.log('Starting PostgreSQL, an S3 server, two servers and Caddy …');
// During the start too, so that it ends what has begun.
const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
const stack = await module.startStack([ADMIN]);
for (const { child } of stack.replicas) child.stdout.on('data', (text) => process.stdout.write(text));
console.log(`
Longline is ready at ${stack.url}
  Sign in as ${ADMIN} through the beta tester login; the code is printed here.
  The certificate signs itself: ${stack.certificate}
  Replicas: process ${stack.replicas.map(({ child }) => child.pid).join(' and ')}. Kill one and see what happens.
  Ctrl-C ends everything and keeps nothing.`);
await asked;
await stack.stop();
process.exit(0);
