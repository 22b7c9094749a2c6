import type { PGlite } from '@electric-sql/pglite';

/** All rows of the server at one moment, by table, excluding sign-ins: they don't depend on a backup's age. */
export type Backup = ReadonlyMap<string, string>;

const LEFT_OUT = ['sign_ins', 'sign_in_attempts', 'rate_limits'];

export async function takeBackup(client: PGlite): Promise<Backup> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1) order by tablename`,
    [LEFT_OUT],
  );
  const backup = new Map<string, string>();
  for (const { name } of rows) {
    const read = await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from "${name}" t`);
    backup.set(name, read.rows[0]?.rows ?? '[]');
  }
  return backup;
}

/** Restores all tables from the backup. The feeds keep their old epochs; a real restore also assigns new ones. */
export async function restoreBackup(client: PGlite, backup: Backup): Promise<void> {
  const quoted = (json: string) => `'${json.replaceAll("'", "''")}'`;
  // One statement list, with foreign keys off, so the order of tables doesn't matter.
  const statements = [...backup].map(
    ([name, rows]) =>
      `delete from "${name}";` +
      (rows === '[]' ? '' : `insert into "${name}" select * from json_populate_recordset(null::"${name}", ${quoted(rows)});`),
  );
  await client.exec(`begin; set local session_replication_role = replica; ${statements.join(' ')} commit;`);
}
