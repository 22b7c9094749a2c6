import { liveQuery } from 'dexie';
import { browserPorts } from '../ports/browser-ports.ts';
import { runCycle } from '../cycle.ts';
import { type Engine, startEngine } from '../engine.ts';
import { mutate } from '../outbox/mutate.ts';
import { listenForPokes } from '../pull/pokes.ts';
import type { Ports } from '../ports/ports.ts';
import { replay } from '../replay/replay.ts';
import { Store } from '../store/store.ts';
import { watchTriggers } from '../watch-triggers.ts';
import { enter, LIST, seenIn, userId } from './contender.ts';
import { noFiles } from './no-files.ts';

/** The engine as shipped: its store, its queue with strict durability, its cycle, its pokes. */
enter({
  async openDevice(name) {
    const store = new Store(userId, { name: `longline-${name}` });
    await store.open();
    const ports = portsOf(name);
    let engine: Engine;
    return {
      async pull() {
        mustBeThrough(await runCycle(store, ports));
        return store.view('videos').count();
      },
      async write(titles) {
        for (const title of titles) await mutate(store, ports, 'videos.create', { payload: { title, description: '' } });
      },
      async send() {
        mustBeThrough(await replay(store, ports));
        if ((await store.outbox.count()) > 0) throw new Error('The outbox is not empty after sending');
      },
      async follow() {
        const idle = new Promise<void>((resolve) => {
          engine = startEngine(store, ports, { onIdle: resolve });
        });
        await new Promise<void>((heard) => {
          const onPoke = () => {
            heard();
            engine.trigger('poke');
          };
          void listenForPokes(store, ports, onPoke, new AbortController().signal);
        });
        watchTriggers(store, () => engine.trigger('change'));
        await idle;
      },
      sees: (title) =>
        seenIn(
          title,
          liveQuery(() => store.view('videos').orderBy('live').reverse().limit(LIST).toArray()),
        ),
    };
  },
});

/** Two devices in one page represent two browsers, so they must not share locks. */
function portsOf(device: string): Ports {
  const ports = browserPorts(noFiles);
  return { ...ports, lock: (name, body, options) => ports.lock(`${device} ${name}`, body, options) };
}

function mustBeThrough(setback: object | null): void {
  if (setback) throw new Error(JSON.stringify(setback));
}
