import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareStatements } from './prepare-statements.ts';

describe('prepared statements of the embedded database', () => {
  let client: PGlite;
  let plain: PGlite;
  beforeAll(async () => {
    [client, plain] = [prepareStatements(await PGlite.create()), await PGlite.create()];
    for (const each of [client, plain]) {
      await each.exec(`create table sample (id int primary key, at timestamptz, bytes bytea, words text[], body jsonb, note text)`);
    }
  });
  afterAll(() => Promise.all([client.close(), plain.close()]));

  const preparedTexts = async () => {
    const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements');
    return rows.map(({ statement }) => statement);
  };

  it('take and return the same values as unprepared ones, at the first and at later executions', async () => {
    const values = [new Date('2026-11-24T12:00:00Z'), new Uint8Array([0, 1, 255]), ['a', 'b "c"'], { deep: [1, null] }, null];
    const insert = 'insert into sample values ($1, $2, $3, $4, $5, $6) returning *';
    for (const id of [1, 2]) {
      const expected = await plain.query(insert, [id, ...values]);
      const answer = await client.query(insert, [id, ...values]);
      expect(answer).toMatchObject({ rows: expected.rows, fields: expected.fields, affectedRows: expected.affectedRows });
    }
    const update = 'update sample set note = $1 where id > $2';
    expect((await client.query(update, ['x', 0])).affectedRows).toBe((await plain.query(update, ['x', 0])).affectedRows);
    const asArrays = ['select id, note from sample where id >= $1 order by id', [1], { rowMode: 'array' }] as const;
    expect((await client.query(asArrays[0], [...asArrays[1]], asArrays[2])).rows).toEqual([
      [1, 'x'],
      [2, 'x'],
    ]);
  });

  it('are prepared once, in and outside of transactions', async () => {
    const text = 'select id from sample where id = $1 and note is not null';
    for (const id of [1, 2]) await client.query(text, [id]);
    await client.transaction((tx) => tx.query(text, [1]));
    expect((await preparedTexts()).filter((statement) => statement === text)).toHaveLength(1);
  });

  it('leave the database usable after an error, with its code', async () => {
    const insert = 'insert into sample (id) values ($1)';
    const failing = client.transaction(async (tx) => {
      await tx.query(insert, [10]);
      await tx.query(insert, [1]);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    await expect(client.query('select $1::int / 0', [1])).rejects.toMatchObject({ code: '22012' });
    await expect(client.query('select no_such_column from sample where id = $1', [1])).rejects.toMatchObject({ code: '42703' });
    expect((await client.query('select id from sample where id = $1', [10])).rows).toEqual([]);
    await client.query(insert, [11]);
    expect((await client.query('select id from sample where id = $1', [11])).rows).toEqual([{ id: 11 }]);
  });

  it('work again after the columns of a table have changed', async () => {
    const text = 'select * from sample where id = $1';
    await client.query(text, [1]);
    await client.exec('alter table sample add column added int default 7');
    await expect(client.query(text, [1])).rejects.toMatchObject({ code: '0A000' });
    expect((await client.query(text, [1])).rows).toMatchObject([{ id: 1, added: 7 }]);
  });

  it('are refused by a transaction that has ended', async () => {
    const ended = await client.transaction(async (tx) => tx);
    await expect(ended.query('select $1::int', [1])).rejects.toThrow('closed');
  });

  it('are forgotten when there are too many', async () => {
    for (let place = 0; place < 600; place += 1) await client.query(`select $1::int + ${place}`, [1]);
    const held = await preparedTexts();
    expect(held).toHaveLength(500);
    expect(held).toContain('select $1::int + 599');
    expect(held).not.toContain('select $1::int + 0');
  });
});
