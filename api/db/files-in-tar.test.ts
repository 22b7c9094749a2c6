import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { filesInTar } from './files-in-tar.ts';

function block(path: string, content: string, type: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  header.write(type, 156);
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

const ARCHIVE = Buffer.concat([
  block('/base', '', '5'),
  block('/base/PG_VERSION', '18', '0'),
  block('/base/empty', '', '0'),
  block('/base/large', 'x'.repeat(1_500), '0'),
  Buffer.alloc(1024),
]);

async function read(archive: Buffer, chunk: number): Promise<[string, string | null][]> {
  const chunks = Array.from({ length: Math.ceil(archive.length / chunk) }, (_, index) =>
    archive.subarray(index * chunk, (index + 1) * chunk),
  );
  const entries: [string, string | null][] = [];
  for await (const { path, content } of filesInTar(Readable.from(chunks))) entries.push([path, content && content.toString()]);
  return entries;
}

test.for([100, 512, 700, 10_000])('reads files and folders from chunks of %i bytes', async (chunk) => {
  expect(await read(ARCHIVE, chunk)).toEqual([
    ['/base', null],
    ['/base/PG_VERSION', '18'],
    ['/base/empty', ''],
    ['/base/large', 'x'.repeat(1_500)],
  ]);
});

test('throws when the archive ends early', async () => {
  await expect(read(ARCHIVE.subarray(0, 2_048), 512)).rejects.toThrow('The archive is incomplete.');
});
