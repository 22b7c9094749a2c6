import { runCycle } from '../cycle.ts';
import { uploadOnce } from '../transfers/uploads.ts';
import { badConnection } from './bad-connection.ts';
import type { Step } from './step.ts';

export async function onBadConnection({ device, seed }: Step, act: () => Promise<unknown>): Promise<void> {
  device.connection = badConnection(seed);
  await act();
  device.connection = null;
}

export const sendFiles = async ({ device }: Step, ports = device.ports) => {
  await uploadOnce(device.store, ports);
};

export const sync = ({ device }: Step) => runCycle(device.store, device.ports);
