import { DerivedKind } from './contract/derived-kind.ts';
import { PICTURE_WIDTHS } from './contract/derived-media.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { refusals } from './openapi-refusals.ts';
import { UPLOAD_PATHS } from './openapi-upload-paths.ts';

const text = { type: 'string' };
const html = { 'text/html': { schema: text } };
const binary = { type: 'string', format: 'binary' };
const object = {
  name: 'name',
  in: 'path',
  required: true,
  description: 'The last part of the object’s path.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{32,64}$' },
};
const range = { name: 'Range', in: 'header', description: 'One range of bytes (RFC 9110).', schema: text };
const objectHeaders = {
  ETag: { description: 'The SHA-256 of the bytes.', schema: text },
  'Accept-Ranges': { description: 'bytes', schema: text },
};
const served = {
  200: { description: 'The whole object', headers: objectHeaders, content: { '*/*': { schema: binary } } },
  206: { description: 'The range that was asked for', headers: objectHeaders, content: { '*/*': { schema: binary } } },
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
      description: 'A page that asks for an email address and mails a code, or the provider’s own page. Sets the cookie of the sign-in.',
      tags: ['auth'],
      security: [],
      parameters: [{ name: 'return', in: 'query', description: 'A path of this server to go to afterwards.', schema: text }],
      responses: {
        200: { description: 'The sign-in page', content: html },
        303: { description: 'To the provider; or back, if already signed in' },
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
        200: { description: 'A page that asks for confirmation, because another site sent the person here', content: html },
        303: { description: 'Signed out. To the provider, to sign out there too if it offers that; otherwise to the first page' },
        ...refusals(429, 500, 503),
      },
    },
  },
  ...UPLOAD_PATHS,
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
      summary: 'A file that the server made from an object: poster or compatible of a video, w480 or w960 of a picture',
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
  '/api/calendar/{file}': {
    get: {
      operationId: 'calendar.file',
      summary: 'The plans and trials of the person who made this address, for a calendar program',
      description: 'Whoever has the address may read it. Shows the last month and what is ahead, by whole days.',
      tags: ['calendar'],
      security: [],
      parameters: [
        {
          name: 'file',
          in: 'path',
          required: true,
          description: 'The secret of the address, and .ics.',
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}\\.ics$' },
        },
      ],
      responses: {
        200: { description: 'iCalendar (RFC 5545)', content: { 'text/calendar': { schema: text } } },
        ...refusals(404, 429, 500, 503),
      },
    },
  },
  '/api/export/{part}': {
    get: {
      operationId: 'export.file',
      summary: 'A part of the export of one’s own data; takes Range',
      description: 'All parts unpack into one folder. For people with beta access, and those who have lost it.',
      tags: ['export'],
      parameters: [
        {
          name: 'part',
          in: 'path',
          required: true,
          description: 'Its number, from 1.',
          schema: { type: 'integer', minimum: 1 },
        },
        range,
      ],
      responses: {
        200: { description: 'A ZIP file', content: { 'application/zip': { schema: binary } } },
        206: { description: 'A range of it', content: { 'application/zip': { schema: binary } } },
        304: { description: 'The bytes are those of If-None-Match' },
        416: { description: 'The range begins after the end' },
        ...refusals(401, 403, 404, 429, 500, 503),
      },
    },
  },
  '/video/{id}': {
    get: {
      operationId: 'video.page',
      summary: 'The page of a session: the app for those who use it, the public page for everybody else while its link is on',
      description: 'For browsers. videos.shared answers the same session as data.',
      tags: ['videos'],
      security: [],
      parameters: [
        { name: 'id', in: 'path', required: true, description: 'The id of the session.', schema: { type: 'string', format: 'uuid' } },
      ],
      responses: {
        200: { description: 'The app, or the public page', content: html },
        404: { description: 'The landing page', content: html },
        ...refusals(429, 500, 503),
      },
    },
  },
};
