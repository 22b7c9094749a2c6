/** What tests of later versions use of an engine. `freeze-engine.mjs` bundles it with everything that it imports. */
export { runCycle } from '../../cycle.ts';
export { mutate } from '../../outbox/mutate.ts';
export { databaseName, Store } from '../../store/store.ts';
