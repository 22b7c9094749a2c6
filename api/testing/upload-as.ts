import type { FinalizeAnswer } from '../contract/online-calls.ts';
import type { CallAnswer, TestPerson } from './create-test-app.ts';
import type { ListeningApp } from './listening-app.ts';

export const TUS_HEADERS = { 'Tus-Resumable': '1.0.0' };

/** Opens an upload. @returns its path */
export async function openUploadAs(person: TestPerson, about?: object): Promise<string> {
  const { body } = await person.call<{ uploadURL: string }>('POST', '/api/objects/upload', about);
  return new URL(body.uploadURL).pathname;
}

export const patchAs = (
  app: ListeningApp,
  person: TestPerson,
  path: string,
  body: BodyInit,
  offset: number,
  headers = {},
): Promise<Response> =>
  app.fetchAs(person, path, {
    method: 'PATCH',
    body,
    headers: { ...TUS_HEADERS, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset), ...headers },
  });

export const putAs = (app: ListeningApp, person: TestPerson, path: string, body: BodyInit, headers = {}): Promise<Response> =>
  app.fetchAs(person, path, { method: 'PUT', body, headers });

/** How many bytes of an upload the server has. */
export const offsetAs = async (app: ListeningApp, person: TestPerson, path: string): Promise<number> =>
  Number((await app.fetchAs(person, path, { method: 'HEAD', headers: TUS_HEADERS })).headers.get('upload-offset') ?? NaN);

export const finalizeAs = (
  person: TestPerson,
  videoURL: string,
): Promise<CallAnswer<FinalizeAnswer & { code?: string; message?: string }>> => person.call('PUT', '/api/videos/finalize', { videoURL });

/** Opens, sends and finalizes a file, as the app does. */
export async function uploadAs(app: ListeningApp, person: TestPerson, file: Uint8Array): ReturnType<typeof finalizeAs> {
  const path = await openUploadAs(person);
  await putAs(app, person, path, file as BodyInit);
  return finalizeAs(person, path);
}
