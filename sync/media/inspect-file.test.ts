import { expect, test } from 'vitest';
import { sniffMedia } from '../../api/media/uploads/sniff-media.ts';
import { box, heic, mp4, png, webm } from '../../api/testing/sample-media.ts';
import type { FileRefused } from './check-file.ts';
import { storeFile } from './store-file.ts';
import { inspectFile } from './inspect-file.ts';
import { sniffKind } from './sniff-kind.ts';
import { mediaPorts } from '../testing/media-ports.ts';
import { openTestStore } from '../testing/open-test-store.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const riff = (form: string) => Buffer.concat([latin('RIFF'), Buffer.from([200, 0, 0, 0]), latin(form), Buffer.alloc(200)]);
const transportStream = Buffer.alloc(188 * 4);
for (let at = 0; at < transportStream.length; at += 188) transportStream[at] = 0x47;

const TAKEN: Record<string, Buffer> = {
  mp4: mp4(),
  'mp4 of a phone': mp4({ brand: 'mp42' }),
  m4v: mp4({ brand: 'M4V ' }),
  mov: mp4({ brand: 'qt  ' }),
  'mov without a brand': Buffer.concat([box('wide'), box('mdat', Buffer.alloc(400))]),
  '3gp': mp4({ brand: '3gp5' }),
  '3g2': mp4({ brand: '3g2a' }),
  webm: webm(),
  'webm as a browser records it': webm({ openEnded: true }),
  avi: riff('AVI LIST'),
  webp: riff('WEBPVP8 '),
  png: png(40, 30),
  jpeg: Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.alloc(200)]),
  gif: Buffer.concat([latin('GIF89a'), Buffer.alloc(200)]),
  heic: heic(),
  heif: mp4({ brand: 'mif1' }),
  avif: mp4({ brand: 'avif' }),
};

const REFUSED: Record<string, Buffer> = {
  pdf: latin(`%PDF-1.7\n${' '.repeat(300)}`),
  zip: Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(300)]),
  page: latin(`<!doctype html><script>alert(1)</script>${' '.repeat(300)}`),
  text: latin('Heel work, 30 m, 4 of 5 straight. '.repeat(10)),
  wav: riff('WAVEfmt '),
  'sound in an mp4': mp4({ brand: 'M4A ' }),
  'raw picture': mp4({ brand: 'crx ' }),
  tiff: Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(300)]),
  'transport stream': transportStream,
  zeros: Buffer.alloc(300),
  'one byte': Buffer.from([0]),
};

const onServer = async (bytes: Buffer) =>
  sniffMedia({ size: bytes.length, read: async (from, length) => bytes.subarray(from, from + length), close: async () => {} }).then(
    ({ kind }) => kind,
    () => null,
  );

test.each(Object.entries({ ...TAKEN, ...REFUSED }))('agrees with the server about %s', async (_, bytes) => {
  expect(sniffKind(bytes.subarray(0, 64))).toBe(await onServer(bytes));
});

const look = (bytes: Buffer, type: string, name = 'heel.mp4') =>
  inspectFile({ file: new Blob([new Uint8Array(bytes)], { type }), name, entity: 'videos' });

test('accepts every served type by its bytes', async () => {
  for (const [name, bytes] of Object.entries(TAKEN)) expect(await look(bytes, 'video/mp4').catch(() => name)).toBe('video/mp4');
});

test.each(Object.entries(REFUSED))('rejects files that only claim to be a video or picture: %s', async (_, bytes) => {
  for (const type of ['video/mp4', 'image/jpeg']) {
    const refused = await look(bytes, type).catch((error: unknown) => error);
    expect((refused as FileRefused).refusal).toEqual({ code: 'wrong_type', type: '' });
  }
});

test('reports a file that cannot be read', async () => {
  class Gone extends Blob {
    override slice(): Blob {
      return { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) } as Blob;
    }
  }
  const gone = new Gone([new Uint8Array(mp4())], { type: 'video/mp4' });
  const refused = await inspectFile({ file: gone, name: 'heel.mp4', entity: 'videos' }).catch((error: unknown) => error);
  expect((refused as FileRefused).refusal).toEqual({ code: 'unreadable' });
});

test('stores neither row nor bytes of a document that claims to be a video', async () => {
  const store = await openTestStore('3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10');
  const ports = mediaPorts();
  const file = new Blob(['%PDF-1.7 a plan'], { type: 'video/mp4' });
  const refused = await storeFile(store, ports, { id: ports.newId(), file, name: 'fake.mp4', entity: 'videos' }).catch(
    (error: unknown) => error,
  );
  expect((refused as FileRefused).refusal).toEqual({ code: 'wrong_type', type: '' });
  expect(await store.media.count()).toBe(0);
  expect(await ports.files.list()).toEqual([]);
});
