import { sweepFeeds } from '../../api/feeds/sweep-feeds.ts';
import { longPassed } from './model/reference-model.ts';
import type { Step } from './step.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Time that passes, and clocks that are wrong. */
export const TIME_STEPS = {
  async 'time passes'({ device, pick, world }) {
    device.clock.now += (pick % 48) * HOUR_MS;
    await world.forward((pick % 48) * 3_600);
  },
  async 'the clock jumps'({ device, pick, world }) {
    world.count('clock jump');
    device.clock.now += (pick - 500) * HOUR_MS;
  },
  async 'more than 90 days pass'({ devices, model, promised, world }) {
    world.count('90 days');
    world.late = [];
    for (const device of devices) {
      device.clock.now += 91 * DAY_MS;
      device.forgetSent();
    }
    await world.forward(91 * 86_400);
    await sweepFeeds(world.server.services, world.server.services.now());
    longPassed(model);
    promised.aged = true;
  },
} satisfies Record<string, (step: Step) => Promise<unknown>>;
