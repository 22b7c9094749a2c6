import './young-generation.ts';
import { rename, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { TEMPLATE } from './database-template.ts';
import { EMBEDDED_SETTINGS, saveMemory } from './embedded-memory.ts';
import { migratePglite } from './migrate.ts';

/**
 * The build runs this: it writes the template from which a first start copies its database. Nothing that tells two
 * installations apart may be in it, so it has no rows (docs/decisions/0138). A server of 1 GB builds too, so it saves memory
 * as the server does.
 */
saveMemory();
const client = await PGlite.create({ startParams: [...PGlite.defaultStartParams, ...EMBEDDED_SETTINGS] });
await migratePglite(drizzle({ client }));
// The dump copies files: without a checkpoint, every first start would have to replay the migrations from the log.
await client.exec('checkpoint');
const dump = await client.dumpDataDir('gzip');
await client.close();
const unfinished = `${TEMPLATE}.unfinished`;
await writeFile(unfinished, new Uint8Array(await dump.arrayBuffer()));
await rename(unfinished, TEMPLATE);
