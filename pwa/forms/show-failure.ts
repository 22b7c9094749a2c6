import { DeviceFull, isDeviceFull } from '../../sync/device-full.ts';
import { showError } from '../components/toast-store.ts';

/**
 * Says that something could not be kept on this device: in the screen's words, and where the device is full also what
 * the person can do about it.
 */
export function showFailure(error: unknown, failed: string): void {
  if (error instanceof DeviceFull || isDeviceFull(error)) showError(new DeviceFull(error).message, failed);
  else showError(failed);
}
