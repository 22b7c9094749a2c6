import { connect } from 'node:net';
import { MEDIA_MAX_BYTES } from '../contract/limits.ts';
import type { TestPerson } from './create-test-app.ts';
import type { ListeningApp } from './listening-app.ts';
import { box, heic, mp4, noise, png, webm } from './sample-media.ts';
import { finalizeAs, openUploadAs, patchAs, putAs, TUS_HEADERS } from './upload-as.ts';

/** A person's video, and people who attack it. */
export interface Scene {
  app: ListeningApp;
  /** The film's owner; she attacks too. */
  ann: TestPerson;
  /** With beta access, but not her partner. */
  bob: TestPerson;
  /** Without beta access. */
  cat: TestPerson;
  /** The film's unguessable path. */
  film: string;
  filmBytes: Buffer;
  /** The upload that it came from. */
  finished: string;
}

/**
 * [attack, expected answer, function that runs it]. An answer is a status, one of our codes, and other relevant
 * details.
 */
type Attack = readonly [what: string, answer: string, attack: (scene: Scene) => Promise<string>];

const latin = (text: string) => Buffer.from(text, 'latin1');
const HTML = '<!doctype html><script>alert(document.cookie)</script>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

const UNFIT: Readonly<Record<string, Buffer>> = {
  'a page': latin(HTML),
  'a page with a byte order mark': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), latin(HTML)]),
  'an SVG': latin(SVG),
  'an SVG with an XML declaration': latin(`<?xml version="1.0"?>${SVG}`),
  text: latin('Sit, stay, down. '.repeat(100)),
  'a PDF': latin('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
  'a playlist': latin('#EXTM3U\n#EXTINF:2,\nfile:///etc/passwd\n'),
  'a program': Buffer.concat([Buffer.from('7f454c46020101', 'hex'), noise(500)]),
  'an archive': Buffer.concat([Buffer.from('504b0304', 'hex'), noise(500)]),
  'sound alone': Buffer.concat([latin('ID3\x04\0\0\0\0\0\0'), noise(500)]),
  noise: noise(5_000),
  'a single byte': Buffer.from([0]),
  'a script that begins like a GIF': latin('GIF89a/*"*/=1;alert(1)//'),
  'a JPEG header followed by a page': Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), latin(HTML)]),
  'a PNG header and nothing else': png(4, 4).subarray(0, 40),
  'a film that is also a page': Buffer.concat([box('ftyp', latin('isom'), Buffer.alloc(4), latin(`isom${HTML}`)), mp4().subarray(24)]),
  'a film that is also a PDF': Buffer.concat([
    mp4().subarray(0, 24),
    box('free', latin('%PDF-1.4')),
    mp4({ moovFirst: true }).subarray(24),
  ]),
  'a film without moov': mp4().subarray(0, 10_000),
  'a film with boxes beyond its end': Buffer.concat([mp4().subarray(0, 24), Buffer.from('7fffffff', 'hex'), latin('moov')]),
  'a HEIC whose location cannot be removed': heic({ construction: 2 }),
};

const files: Attack[] = [
  ...Object.entries(UNFIT).map(
    ([what, bytes]): Attack => [
      `the bytes of ${what}, declared as a video`,
      '415 unsupported_type',
      async ({ app, ann }) => {
        const path = await openUploadAs(ann, { type: 'video/mp4', name: 'sit.mp4' });
        await putAs(app, ann, path, bytes as BodyInit, { 'Content-Type': 'video/mp4' });
        return said(await finalizeAs(ann, path));
      },
    ],
  ),
  [
    'an empty file',
    '415 unsupported_type',
    async ({ app, ann }) => {
      const path = await openUploadAs(ann);
      await putAs(app, ann, path, new Blob([]).stream());
      return said(await finalizeAs(ann, path));
    },
  ],
  ...[
    [8_000, 8_001],
    [20_000, 20_000],
  ].map(
    ([width = 0, height = 0]): Attack => [
      `${width} x ${height} pixels in a few bytes`,
      '413 too_large',
      async ({ app, ann }) => {
        const path = await openUploadAs(ann);
        await putAs(app, ann, path, png(width, height) as BodyInit);
        return said(await finalizeAs(ann, path));
      },
    ],
  ),
  [
    'a film declared as a page, under every name',
    '200 video/webm nosniff',
    async ({ app, ann }) => {
      const path = await openUploadAs(ann, { type: 'video/mp4', name: 'sit.html' });
      await putAs(app, ann, path, webm() as BodyInit, { 'Content-Type': 'text/html' });
      const { headers, status } = await app.fetchAs(ann, (await finalizeAs(ann, path)).body.objectPath);
      return `${status} ${headers.get('content-type')} ${headers.get('x-content-type-options')}`;
    },
  ],
  [
    'a picture followed by a page',
    '200 image/jpeg without the page',
    async ({ app, ann }) => {
      const path = await openUploadAs(ann);
      await putAs(app, ann, path, Buffer.concat([png(9, 9), latin(HTML)]) as BodyInit);
      const answer = await app.fetchAs(ann, (await finalizeAs(ann, path)).body.objectPath);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return `${answer.status} ${answer.headers.get('content-type')} ${bytes.includes('script') ? 'with' : 'without'} the page`;
    },
  ],
  [
    'a name with a line break and a header in it',
    '200 inline; filename="longline-?.webm"',
    async ({ app, ann }) => {
      const path = await openUploadAs(ann, { name: 'a"\r\nSet-Cookie: a=b\r\n../../sit.html' });
      await putAs(app, ann, path, webm({ size: 900 }) as BodyInit);
      const { headers, status } = await app.fetchAs(ann, (await finalizeAs(ann, path)).body.objectPath);
      return `${status} ${headers.get('content-disposition')?.replace(/-[\w-]{8}\./, '-?.')}${headers.get('set-cookie') ?? ''}`;
    },
  ],
];

const opening: Attack[] = (
  [
    [{ size: MEDIA_MAX_BYTES + 1 }, '413 too_large'],
    [{ size: 0 }, '400 invalid'],
    [{ size: -1 }, '400 invalid'],
    [{ size: 1.5 }, '400 invalid'],
    [{ size: 1e308 }, '400 invalid'],
    [{ size: '9' }, '400 invalid'],
    [{ type: 'text/html' }, '415 unsupported_type'],
    [{ type: 'image/svg+xml' }, '415 unsupported_type'],
    [{ type: 'IMAGE/SVG+XML' }, '415 unsupported_type'],
    [{ type: 'application/pdf', name: 'sit.mp4' }, '415 unsupported_type'],
    [{ type: `video/${'x'.repeat(200)}` }, '400 invalid'],
    [{ name: 'x'.repeat(300) }, '400 invalid'],
  ] as const
).map(
  ([about, answer]): Attack => [
    `opening an upload with ${JSON.stringify(about).slice(0, 60)}`,
    answer,
    async ({ ann }) => said(await ann.call('POST', '/api/objects/upload', about)),
  ],
);

const CONTENT = { 'Content-Type': 'application/offset+octet-stream' };
const wrongPatches: readonly (readonly [what: string, answer: string, headers: Record<string, string>])[] = [
  ['no offset', '400 invalid', { ...TUS_HEADERS, ...CONTENT }],
  ['an offset below zero', '400 invalid', { ...TUS_HEADERS, ...CONTENT, 'Upload-Offset': '-1' }],
  ['an offset that is not a number', '400 invalid', { ...TUS_HEADERS, ...CONTENT, 'Upload-Offset': '0x0' }],
  ['an offset beyond its end', '409 conflict', { ...TUS_HEADERS, ...CONTENT, 'Upload-Offset': '5' }],
  ['an offset larger than any number', '400 invalid', { ...TUS_HEADERS, ...CONTENT, 'Upload-Offset': '99999999999999999999' }],
  ['another content type', '400 invalid', { ...TUS_HEADERS, 'Content-Type': 'text/plain', 'Upload-Offset': '0' }],
  ['no version of tus', '400 invalid', { ...CONTENT, 'Upload-Offset': '0' }],
  ['another version of tus', '400 invalid', { ...CONTENT, 'Tus-Resumable': '0.2.2', 'Upload-Offset': '0' }],
  ['a second length', '400 invalid', { ...TUS_HEADERS, ...CONTENT, 'Upload-Offset': '0', 'Upload-Length': '9' }],
];

const sending: Attack[] = [
  ...wrongPatches.map(
    ([what, answer, headers]): Attack => [
      `sending with ${what}`,
      answer,
      async ({ app, ann }) =>
        answered(await app.fetchAs(ann, await openUploadAs(ann, { size: 1_000 }), { method: 'PATCH', body: 'bytes', headers })),
    ],
  ),
  [
    'more bytes than declared, by tus',
    '413 too_large',
    async ({ app, ann }) => answered(await patchAs(app, ann, await openUploadAs(ann, { size: 1_000 }), noise(1_001) as BodyInit, 0)),
  ],
  [
    'more bytes than declared, by tus and without a length',
    '413 too_large',
    async ({ app, ann }) => answered(await patchAs(app, ann, await openUploadAs(ann, { size: 1_000 }), streamOf(5_000), 0)),
  ],
  [
    'more bytes than declared, by PUT',
    '400 invalid',
    async ({ app, ann }) => answered(await putAs(app, ann, await openUploadAs(ann, { size: 1_000 }), noise(1_001) as BodyInit)),
  ],
  [
    'fewer bytes than declared, by PUT and without a length',
    '400 invalid',
    async ({ app, ann }) => answered(await putAs(app, ann, await openUploadAs(ann, { size: 1_000 }), streamOf(999))),
  ],
  [
    'finalizing an incomplete upload',
    '409 conflict',
    async ({ app, ann }) => {
      const path = await openUploadAs(ann, { size: 1_000 });
      await patchAs(app, ann, path, noise(999) as BodyInit, 0);
      return said(await finalizeAs(ann, path));
    },
  ],
  [
    'a page of another site',
    '403 forbidden',
    async ({ app, ann }) =>
      answered(await putAs(app, ann, await openUploadAs(ann), 'x', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })),
  ],
  ['reading an upload back', '404 not_found', async ({ app, ann }) => answered(await app.fetchAs(ann, await openUploadAs(ann)))],
  ...['PATCH', 'PUT', 'DELETE'].map(
    (method): Attack => [
      `${method} to an upload that is finished`,
      '409 conflict',
      async ({ app, ann, finished }) =>
        answered(
          await app.fetchAs(ann, finished, {
            method,
            headers: { ...TUS_HEADERS, ...CONTENT, 'Upload-Offset': '0' },
            ...(method !== 'DELETE' && { body: 'x' }),
          }),
        ),
    ],
  ),
  ...[
    '/api/objects/upload/',
    `/api/objects/upload/${'A'.repeat(43)}`,
    '/api/objects/upload/..%2f..%2fetc%2fpasswd',
    `/api/objects/upload/${'A'.repeat(40)}%00a`,
    `/api/objects/upload/${'A'.repeat(40)}%0d%0aX: y`,
    '/objects/nothing',
    'file:///etc/passwd',
    'https://[broken',
    '',
  ].map((videoURL): Attack => [`finishing ‘${videoURL}’`, '404 not_found', async ({ ann }) => said(await finalizeAs(ann, videoURL))]),
];

/** The answers for people who access Ann's upload, by each method. */
const meddling: Attack[] = (['bob', 'cat', 'nobody'] as const).flatMap((who) =>
  ['HEAD', 'PATCH', 'PUT', 'DELETE', 'finalize'].map(
    (how): Attack => [
      `${who} at another person’s upload by ${how}`,
      { bob: '404', cat: '403', nobody: '401' }[who],
      async ({ app, ann, bob, cat }) => {
        const path = await openUploadAs(ann, { size: 100 });
        const person = { bob, cat, nobody: null }[who];
        const finalize = { method: 'PUT', body: JSON.stringify({ videoURL: path }), headers: { 'Content-Type': 'application/json' } };
        const body = ['PATCH', 'PUT'].includes(how) && { body: 'x' };
        const { status } = await (how === 'finalize'
          ? app.fetchAs(person, '/api/videos/finalize', finalize)
          : app.fetchAs(person, path, { method: how, headers: { ...TUS_HEADERS, ...CONTENT, 'Upload-Offset': '0' }, ...body }));
        return String(status);
      },
    ],
  ),
);

/** Raw request paths; fetch would normalise them. */
const paths: Attack[] = [
  ...[
    '/objects/',
    '/objects/short',
    `/objects/${'A'.repeat(43)}`,
    `/objects/${'A'.repeat(65)}`,
    `/objects/${'A'.repeat(8_000)}`,
    '/objects/..%2f..%2f..%2fetc%2fpasswd',
    '/objects/%2e%2e/%2e%2e/longline.lock',
    '/objects/..%5c..%5cdatabase',
    `/objects/${'A'.repeat(40)}%00.mp4`,
    `/objects/${'A'.repeat(40)}%0d%0aSet-Cookie:%20a=b`,
    '/objects/%c0%ae%c0%ae/%c0%ae%c0%ae/secret',
    '/objects/%',
    '/objects//etc/passwd',
  ].map((target): Attack => [`GET ${target.slice(0, 80)}`, '404', (scene) => raw(scene, target)]),
  ...['/', '/x', '%2f..', '.mp4', '%00', '%0d%0aSet-Cookie:%20a=b', '/original', '/poster/x', '/../../api/auth/user%00'].map(
    (tail): Attack => [`GET the film’s path followed by ${tail}`, '404', (scene) => raw(scene, scene.film + tail)],
  ),
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map(
    (method): Attack => [`${method} to the film`, '404', (scene) => raw(scene, scene.film, method)],
  ),
  ['TRACE to the film', '404', (scene) => raw(scene, scene.film, 'TRACE')],
];

const whole = '200 whole';
const ranges: Attack[] = (
  [
    ['bytes=200000-', '416 nothing'],
    ['bytes=300000-400000', '416 nothing'],
    ['bytes=-0', '416 nothing'],
    // A number larger than any file is not a range, so the whole file is a correct answer.
    ['bytes=99999999999999999999-', whole],
    ['bytes=0-99999999999999999999', whole],
    ['bytes=-99999999999999999999', whole],
    ['bytes=0-999999999', '206 whole'],
    [`bytes=${Array.from({ length: 1_000 }, (_, index) => `${index}-${index}`).join(',')}`, whole],
    ['bytes=0-1,5-9', whole],
    ['bytes=0-,0-,0-,0-', whole],
    ['bytes=9-1', whole],
    ['bytes=--1', whole],
    ['bytes=1e3-2e3', whole],
    ['lines=0-1', whole],
    ['bytes', whole],
    ['bytes=0-1\t,', whole],
  ] as const
).map(
  ([range, answer]): Attack => [
    `the range ${range.length > 60 ? `${range.slice(0, 20)}… of a thousand` : range}`,
    answer,
    async ({ app, ann, film, filmBytes }) => {
      const answer = await app.fetchAs(ann, film, { headers: { Range: range } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return `${answer.status} ${bytes.equals(filmBytes) ? 'whole' : bytes.length || 'nothing'}`;
    },
  ],
);

/** Any request for a hidden film gets the answer for a missing one, and no tag proves that it exists. */
const peeking: Attack[] = (['bob', 'cat', 'nobody'] as const).flatMap((who) =>
  (
    [
      ['GET', {}],
      ['HEAD', {}],
      ['GET', { Range: 'bytes=0-0' }],
      ['GET', { 'If-None-Match': '*' }],
      ['GET', { 'If-Match': '*', 'X-Original-URL': '/', 'X-Forwarded-For': '127.0.0.1' }],
    ] as const
  ).map(
    ([method, headers]): Attack => [
      `${who} at another person’s film by ${method} ${Object.keys(headers).join(', ')}`,
      '404 without a tag',
      async ({ app, film, bob, cat }) => {
        const answer = await app.fetchAs({ bob, cat, nobody: null }[who], film, { method, headers });
        return `${answer.status} ${answer.headers.has('etag') || answer.headers.has('content-range') ? 'with' : 'without'} a tag`;
      },
    ],
  ),
);

/** All known attempts to store, read, change or probe media without permission. */
export const MEDIA_ATTACKS: readonly Attack[] = [...files, ...opening, ...sending, ...meddling, ...paths, ...ranges, ...peeking];

const said = ({ status, body }: { status: number; body: unknown }) => `${status} ${(body as { code?: string }).code ?? ''}`;
const answered = async (answer: Response) => said({ status: answer.status, body: await answer.json() });
const streamOf = (bytes: number) => new Blob([new Uint8Array(noise(bytes))]).stream() as unknown as BodyInit;

function raw({ app, ann }: Scene, target: string, method = 'GET'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1');
    let answer = '';
    socket
      .setEncoding('latin1')
      .on('data', (text) => (answer += text))
      .on('close', () => resolve(brief(answer)))
      .on('error', reject);
    socket.write(
      `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nCookie: ${app.cookieOf(ann)}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
  });
}

/** The status, plus anything that an answer must not contain. */
function brief(answer: string): string {
  const leak = /set-cookie:|root:/i.exec(answer)?.[0] ?? '';
  return `${answer.slice(9, 12)}${leak && ` with ${leak}`}`;
}
