import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInstallation } from '../db/installation.ts';
import { type OpenDatabase, openPglite } from '../db/open.ts';
import { freePort } from '../testing/free-port.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { migratedDump } from '../testing/migrated-pglite.ts';
import { openSpoilingProxy, type Spoiling } from '../testing/spoiling-proxy.ts';
import { checkAddress } from './check-address.ts';
import { newProbeKey, PROBE_HEADER } from './probe-key.ts';

let database: OpenDatabase;
let app: ListeningApp;
let installation: string;
beforeAll(async () => {
  database = await openPglite({ loadDataDir: await migratedDump() });
  app = await createListeningApp(database);
  installation = (await findInstallation(database.db)).id;
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const key = () => newProbeKey(app.services.env, app.clock.now);

/** The mistakes that doctor finds on the way through a proxy. */
async function foundThrough(spoiling: Spoiling, trustProxy = 0, scheme = 'http', here = { installation, forwarded: 0 }) {
  const proxy = await openSpoilingProxy(app.origin, spoiling);
  try {
    return await checkAddress({ publicUrl: `${scheme}://localhost:${proxy.port}`, trustProxy }, here, key());
  } finally {
    await proxy.close();
  }
}

describe('on the way to the server, doctor', () => {
  it('finds nothing wrong with a proxy that passes everything on, and counts it', async () => {
    expect(await foundThrough({ names: 1 }, 1)).toEqual([]);
  });

  it('sees a proxy that caps bodies and holds back answers, and a TRUST_PROXY that is too high', async () => {
    expect(await foundThrough({ mostBytes: 20_000_000, holdsAnswers: true, names: 1 }, 2)).toEqual([
      'TRUST_PROXY is 2, but 1 proxy names the client: anyone can forge an address.',
      'A proxy accepts bodies of 11 MB but not of 101 MB (413): films upload slowly, in small parts. In nginx: client_max_body_size 0.',
      'A proxy holds answers back until they are complete, so phones hear of changes late. In nginx: proxy_buffering off.',
    ]);
  });

  it('sees a proxy that accepts hardly any body, and a TRUST_PROXY that is too low', async () => {
    expect(await foundThrough({ mostBytes: 1_000_000, names: 2 }, 0)).toEqual([
      'TRUST_PROXY is 0, but 2 proxies name the client: all people share one address and its limits.',
      'A proxy accepts no body of 2 MB (413): films upload slowly, in small parts. In nginx: client_max_body_size 0.',
    ]);
  });

  it('sees a proxy that holds back bodies', async () => {
    expect(await foundThrough({ holdsBodies: true })).toEqual([
      expect.stringMatching(/^A proxy holds uploads back until they are complete/),
    ]);
  });

  it('sees a proxy that answers itself when a request has a body', async () => {
    expect(await foundThrough({ answersBodies: 'page' })).toEqual(['A proxy answers in place of the server, if a request has a body.']);
    expect(await foundThrough({ answersBodies: 403 })).toEqual(['PUBLIC_URL answered 403 to a body of 101 MB.']);
    expect(await foundThrough({ answersBodies: 408 })).toEqual(['PUBLIC_URL answered 408 to a body of 101 MB, which took too long.']);
  });

  it('sees a proxy that cuts long answers', async () => {
    expect(await foundThrough({ cutsStreams: true })).toEqual([expect.stringMatching(/^A proxy breaks answers that take longer: .+/)]);
  });

  it('sees a PUBLIC_URL that redirects, leads elsewhere, or leads nowhere', async () => {
    expect(await foundThrough({ redirect: 'https://www.example.org' })).toEqual([
      'PUBLIC_URL redirects to https://www.example.org: set it to the address that people end at.',
    ]);
    expect(await foundThrough({}, 0, 'http', { installation: 'another', forwarded: 0 })).toEqual([
      'PUBLIC_URL leads to another server than this one: it answered 200.',
    ]);
    const nowhere = `http://localhost:${await freePort()}`;
    expect(await checkAddress({ publicUrl: nowhere, trustProxy: 0 }, { installation, forwarded: 0 }, key())).toEqual([
      'PUBLIC_URL cannot be reached from this machine: ECONNREFUSED',
    ]);
  });

  it('sees that there is no HTTPS', async () => {
    // A name that is not this machine's, and leads nowhere.
    const found = await checkAddress({ publicUrl: 'http://longline.invalid', trustProxy: 0 }, { installation, forwarded: 0 }, key());
    expect(found).toEqual([
      expect.stringMatching(/^No HTTPS: /),
      expect.stringMatching(/^PUBLIC_URL cannot be reached from this machine: (ENOTFOUND|EAI_AGAIN)$/),
    ]);
  });

  it.skipIf(spawnSync('openssl', ['version']).status !== 0)('sees a certificate that browsers do not trust', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'longline-tls-'));
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...words, '-days', '1', '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
    const tls = { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
    rmSync(folder, { recursive: true });
    expect(await foundThrough({ tls }, 0, 'https')).toEqual([
      'PUBLIC_URL cannot be reached from this machine: DEPTH_ZERO_SELF_SIGNED_CERT',
    ]);
  });
});

describe('the calls of doctor', () => {
  it('answer only who has its key, and no longer than five minutes', async () => {
    const { env } = app.services;
    const later = new Date(app.clock.now.getTime() + 301_000);
    const calls = [
      ['GET', '/api/doctor'],
      ['GET', '/api/doctor/database'],
      ['GET', '/api/doctor/stream'],
      ['POST', '/api/doctor'],
    ] as const;
    const keys = [
      undefined,
      '',
      'NaN.x',
      newProbeKey(env, later),
      newProbeKey({ sessionSecret: 'another secret of the same length as ours' }, app.clock.now),
      key().replace(/^\d/, '9'),
    ];
    for (const [method, path] of calls) {
      for (const wrong of keys) {
        const answer = await fetch(app.origin + path, { method, headers: wrong === undefined ? {} : { [PROBE_HEADER]: wrong } });
        expect(answer.status, `${method} ${path} with ${wrong}`).toBe(404);
      }
    }
    const answer = await fetch(`${app.origin}/api/doctor`, { headers: { [PROBE_HEADER]: key() } });
    expect([answer.status, await answer.json()]).toEqual([200, { installation, forwarded: 0 }]);
  });
});
