import { browserPorts } from '../../sync/browser-ports.ts';
import { openDeviceFiles } from '../../sync/open-device-files.ts';
import { personOfDevice } from '../../sync/person-of-device.ts';
import { keepShared, type SharedIn } from '../../sync/shared-files.ts';
import { openStore } from '../../sync/store.ts';

/**
 * What another app shares (Web Share Target): kept on this device before the app is shown, network or not, then the
 * dialog of a new session opens with it.
 */
export async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData();
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const files = form.getAll('media').filter((value): value is File => value instanceof File);
  const to = new URLSearchParams({ dialog: 'add-session' });
  try {
    const { mediaId, refusal } = await keep({ files, title: textOf('title'), text: textOf('text') });
    if (mediaId) to.set('shared', mediaId);
    if (refusal) to.set('refused', refusal);
  } catch {
    to.set('refused', 'failed');
  }
  // A new address, so that a reload does not share again.
  return Response.redirect(`/?${to}`, 303);
}

async function keep(shared: SharedIn) {
  const userId = await personOfDevice();
  // Nobody is signed in here: the app asks them to, and their file is still in the gallery.
  if (!userId) return { mediaId: null, refusal: null };
  const [store, files] = await Promise.all([openStore(userId), openDeviceFiles(userId)]);
  try {
    return await keepShared(store, browserPorts(files), shared);
  } finally {
    store.close();
  }
}
