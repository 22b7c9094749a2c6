import { DeviceFull, isDeviceFull } from '../../sync/store/device-full.ts';
import { showError } from '../components/toast-store.ts';
import { FORM_TEXTS } from './texts.ts';

/**
 * Shows an error toast when this device could not store something. If the device is full, it also says what to do.
 */
export function showFailure(error: unknown, failed: string): void {
  if (error instanceof DeviceFull || isDeviceFull(error)) showError(FORM_TEXTS.deviceFull, failed);
  else showError(failed);
}
