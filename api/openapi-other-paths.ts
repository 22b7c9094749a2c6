import { DerivedKind } from './contract/derived-kind.ts';
import { PICTURE_WIDTHS } from './contract/derived-media.ts';
import { USER_HEADER } from './contract/sync-protocol.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { refusals } from './openapi-refusals.ts';

const text = { type: 'string' };
const html = { 'text/html': { schema: text } };
const binary = { type: 'string', format: 'binary' };
const bytes = { 'application/octet-stream': { schema: binary } };
const upload = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The last part of the uploadURL.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{32,64}$' },
};
const object = {
  name: 'name',
  in: 'path',
  required: true,
  description: 'The last part of the object’s path.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{32,64}$' },
};
const person = {
  name: USER_HEADER,
  in: 'header',
  description: 'The id of the person whose upload this is. If someone else is signed in: 401.',
  schema: { type: 'string', format: 'uuid' },
};
const tusVersion = {
  name: 'Tus-Resumable',
  in: 'header',
  required: true,
  description: 'The version of tus.',
  schema: { type: 'string', const: '1.0.0' },
};
const range = { name: 'Range', in: 'header', description: 'One range of bytes (RFC 9110).', schema: text };
const offset = { description: 'How many bytes the server has.', schema: { type: 'integer', minimum: 0 } };
const tusHeaders = { 'Upload-Offset': offset, 'Tus-Resumable': { description: '1.0.0', schema: text } };
const objectHeaders = {
  ETag: { description: 'The SHA-256 of the bytes.', schema: text },
  'Accept-Ranges': { description: 'bytes', schema: text },
};
const served = {
  200: { description: 'The whole', headers: objectHeaders, content: { '*/*': { schema: binary } } },
  206: { description: 'A part', headers: objectHeaders, content: { '*/*': { schema: binary } } },
  304: { description: 'If-None-Match names the ETag' },
  ...refusals(401, 403, 404),
  416: { description: 'The range is outside of the object.' },
  ...refusals(429, 500, 503),
};

/** Paths outside the contract's tables of calls: pages for browsers, and bytes. */
export const OTHER_PATHS: OpenApiDocument['paths'] = {
  '/api/login': {
    get: {
      operationId: 'login',
      summary: 'Sign in, with a browser',
      description: 'A page that asks for an e-mail address and mails a code, or the provider’s own page. Sets the cookie of the sign-in.',
      tags: ['auth'],
      security: [],
      parameters: [{ name: 'return', in: 'query', description: 'A path of this server to go to afterwards.', schema: text }],
      responses: {
        200: { description: 'The sign-in page', content: html },
        303: { description: 'On to the provider, or back' },
        ...refusals(429, 500, 503),
      },
    },
  },
  '/api/logout': {
    get: {
      operationId: 'logout',
      summary: 'Sign out, with a browser',
      description: 'Ends the sign-in of this browser.',
      tags: ['auth'],
      security: [],
      responses: {
        200: { description: 'Asks first when another site sent the person here', content: html },
        303: { description: 'Signed out' },
        ...refusals(429, 500, 503),
      },
    },
  },
  '/api/objects/upload/{id}': {
    put: {
      operationId: 'objects.put',
      summary: 'Send the whole file in one body',
      description: 'To the uploadURL of objects.upload. Use tus for large files: a PUT that breaks starts again.',
      tags: ['objects'],
      parameters: [upload, person],
      requestBody: { required: true, content: bytes },
      responses: { 200: { description: 'Received' }, ...refusals(400, 401, 403, 404, 408, 409, 413, 429, 500, 503, 507) },
    },
    head: {
      operationId: 'objects.offset',
      summary: 'Ask how much of an upload has arrived (tus)',
      description: 'The Core Protocol of tus 1.0.0.',
      tags: ['objects'],
      parameters: [upload, person, tusVersion],
      responses: {
        200: {
          description: 'Where to go on',
          headers: {
            ...tusHeaders,
            'Upload-Length': { description: 'The size of the file, if known.', schema: { type: 'integer', minimum: 0 } },
          },
        },
        ...refusals(400, 401, 403, 404, 429, 500, 503),
      },
    },
    patch: {
      operationId: 'objects.append',
      summary: 'Send the next bytes of an upload (tus)',
      description: 'The Core Protocol of tus 1.0.0. Bytes that arrived before the connection broke are kept.',
      tags: ['objects'],
      parameters: [
        upload,
        person,
        tusVersion,
        {
          name: 'Upload-Offset',
          in: 'header',
          required: true,
          description: 'Where these bytes begin, as HEAD answered.',
          schema: { type: 'integer', minimum: 0 },
        },
        {
          name: 'Upload-Length',
          in: 'header',
          description: 'The size of the file, if objects.upload did not name it.',
          schema: { type: 'integer', minimum: 1 },
        },
      ],
      requestBody: { required: true, content: { 'application/offset+octet-stream': { schema: binary } } },
      responses: {
        204: { description: 'Received', headers: tusHeaders },
        ...refusals(400, 401, 403, 404, 408, 409, 413, 415, 429, 500, 503, 507),
      },
    },
    delete: {
      operationId: 'objects.abandon',
      summary: 'Abandon an upload (tus)',
      description: 'The Termination extension of tus 1.0.0. Abandoned or not, an unfinished upload expires after 7 days.',
      tags: ['objects'],
      parameters: [upload, person, tusVersion],
      responses: { 204: { description: 'Deleted' }, ...refusals(400, 401, 403, 404, 409, 429, 500, 503) },
    },
  },
  '/objects/{name}': {
    get: {
      operationId: 'objects.get',
      summary: 'The bytes of an object that one may see; takes Range',
      description: 'For the owner, for those who see the session or profile that shows it, and for everyone while a public link shows it.',
      tags: ['objects'],
      parameters: [object, range],
      responses: served,
    },
  },
  '/objects/{name}/{kind}': {
    get: {
      operationId: 'objects.derived',
      summary: 'What the server has made of an object: poster or compatible of a video, w480 or w960 of a picture',
      description: 'For those who may see the object. 404 while there is no such file.',
      tags: ['objects'],
      parameters: [
        object,
        {
          name: 'kind',
          in: 'path',
          required: true,
          description: 'Which file.',
          schema: { type: 'string', enum: [...DerivedKind.options, ...PICTURE_WIDTHS.map((width) => `w${width}`)] },
        },
        range,
      ],
      responses: served,
    },
  },
  '/video/{id}': {
    get: {
      operationId: 'video.page',
      summary: 'The page of a session: the app for those who use it, the public page for everybody else while its link is on',
      description: 'For browsers. videos.shared has the same as data.',
      tags: ['videos'],
      security: [],
      parameters: [
        { name: 'id', in: 'path', required: true, description: 'The id of the session.', schema: { type: 'string', format: 'uuid' } },
      ],
      responses: {
        200: { description: 'The app, or the public page', content: html },
        404: { description: 'The landing page', content: html },
      },
    },
  },
};
