import type { BatchAnswer, BatchRequest } from '../../api/contract/sync-protocol.ts';
import type { Look } from './look.ts';
import type { Fields } from './model/intent.ts';
import { accepted, type ReferenceModel, rekeyed } from './model/reference-model.ts';
import type { RequestListener, SimulatedDevice } from './simulated-device.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Notes which change is at which place, and which has got another key. */
export function noteKeys(model: ReferenceModel, { name }: SimulatedDevice, { outbox }: Look): void {
  const known = model.places.get(name);
  for (const { seq, key } of outbox) {
    const earlier = known?.get(seq);
    if (earlier !== undefined && earlier !== key) rekeyed(model, earlier, key);
  }
  model.places.set(name, new Map(outbox.map(({ seq, key }) => [seq, key])));
}

const operationsIn = (body: Uint8Array) => (JSON.parse(new TextDecoder().decode(body)) as BatchRequest).operations;

/** Hears what devices send, and what the server accepts. */
export function listenToRequests(world: SimulatedWorld, model: ReferenceModel): RequestListener {
  return {
    async sends({ device, path, body }) {
      if (path !== '/api/batch') return;
      for (const { key } of operationsIn(body)) {
        if (model.intents.has(key)) continue;
        const record = await device.store.outbox.get({ key });
        const earlier = record && model.places.get(device.name)?.get(record.seq);
        if (earlier !== undefined && earlier !== key) rekeyed(model, earlier, key);
      }
    },
    async answered({ device, path, body }, response) {
      if (path !== '/api/batch' || device.signedIn !== device.owner) return;
      const operations = operationsIn(body);
      const answers = response.ok ? ((await response.clone().json()) as BatchAnswer).answers : [];
      const isApplied = new Set(answers.filter(({ status }) => status < 300).map(({ key }) => key));
      if (isApplied.size < operations.length) {
        // The fault was for the request, not for this question.
        world.failAtStatement(null);
        const { rows } = await world.client.query<{ key: string }>(
          'select key from idempotency_keys where user_id = $1 and status between 200 and 299 and key = any($2)',
          [device.owner.userId, operations.map(({ key }) => key)],
        );
        for (const { key } of rows) isApplied.add(key);
      }
      for (const { key, call, params, payload } of operations) {
        if (isApplied.has(key)) {
          const isNew = !model.state.applied.has(key);
          accepted(model, key);
          const { id, videoUrl } = payload as Fields;
          if (isNew && videoUrl && call.startsWith('videos.')) hasFile(model, device, params['id'] ?? String(id));
        } else if (answers.some((answer) => answer.key === key && answer.status === 404) && isRemoval(call)) model.excusedKeys.add(key);
      }
    },
  };
}

const isRemoval = (call: string) => call.endsWith('.delete') || call === 'friendships.withdraw' || call === 'conflicts.settle';

/** The engine sends the path of a file without a step. */
function hasFile({ state, files }: ReferenceModel, device: SimulatedDevice, id: string): void {
  const session = state.rows.get(id);
  if (session) session.fields['hasFile'] = true;
  files.get(device.name)?.delete(id);
}
