import { SetPatch } from '../../api/contract/entities/set.ts';
import { FIELD_PATH } from './field-path.ts';
import { likeParams, type Measures } from './like-params.ts';

/** Field mode for a new session that continues with an earlier set's dog and criterion, with these measures in place of its own. */
export function trainPath(setId: string, measures: Measures = {}): string {
  return `${FIELD_PATH}?${new URLSearchParams(likeParams(setId, measures)).toString()}`;
}

/** The measures that `likeParams` wrote. Leaves out what no set can have. */
export function measuresIn(params: URLSearchParams): Measures {
  const read = (name: keyof Measures) => {
    const text = params.get(name);
    if (!text) return {};
    const value = name === 'distraction' ? text : Number(text);
    return SetPatch.safeParse({ [name]: value }).success ? { [name]: value } : {};
  };
  return { ...read('distanceM'), ...read('durationS'), ...read('count'), ...read('distraction') };
}
