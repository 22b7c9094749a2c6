import { ERRORS } from '@tus/server';
import { notFound, Refusal } from '../../errors.ts';
import { busy } from './upload-locker.ts';

/** Messages for the tus errors that our client may meet. Any other error means that the client is wrong. */
const REFUSALS: Readonly<Record<number, () => Refusal>> = {
  404: notFound,
  410: notFound,
  409: () => new Refusal('conflict', 'The upload is at another offset. Ask for it first.'),
};

const CORS = ['Allow-Origin', 'Expose-Headers', 'Allow-Methods', 'Allow-Headers', 'Max-Age'];

/**
 * Replaces tus's error texts with the API's, and removes the CORS headers that tus adds: uploads are for this origin
 * only.
 */
export async function refuseUnlessGood(answer: Response): Promise<Response> {
  if (answer.status >= 500) throw new Error(`tus answered ${answer.status}`);
  if (answer.status >= 400) {
    // Another request interrupted this one; its sender may retry.
    if ((await answer.text()) === ERRORS.ABORTED.body) throw busy();
    throw REFUSALS[answer.status]?.() ?? new Refusal('invalid', 'This is not a valid tus 1.0.0 request.');
  }
  for (const name of CORS) answer.headers.delete(`Access-Control-${name}`);
  return answer;
}
