import { ERRORS } from '@tus/server';
import { notFound, Refusal } from '../errors.ts';
import { busy } from './upload-locker.ts';

/** Words for the refusals of tus that a client of ours may meet; the others mean that a client is wrong. */
const REFUSALS: Readonly<Record<number, () => Refusal>> = {
  404: notFound,
  410: notFound,
  409: () => new Refusal('conflict', 'The upload has come to another place than you think. Ask for its offset.'),
};

const CORS = ['Allow-Origin', 'Expose-Headers', 'Allow-Methods', 'Allow-Headers', 'Max-Age'];

/**
 * Turns tus's own error texts into the API's, and takes away the CORS headers that it gives to everybody: uploads are
 * for this origin only.
 */
export async function refuseUnlessGood(answer: Response): Promise<Response> {
  if (answer.status >= 500) throw new Error(`tus answered ${answer.status}`);
  if (answer.status >= 400) {
    // The request that had to give way: its sender may try again.
    if ((await answer.text()) === ERRORS.ABORTED.body) throw busy();
    throw REFUSALS[answer.status]?.() ?? new Refusal('invalid', 'This is not a request that tus 1.0.0 knows.');
  }
  for (const name of CORS) answer.headers.delete(`Access-Control-${name}`);
  return answer;
}
