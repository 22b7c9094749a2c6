import { browserPorts } from '../../sync/ports/browser-ports.ts';
import { openDeviceFiles } from '../../sync/files/open-device-files.ts';
import { personOfDevice } from '../../sync/store/person-of-device.ts';
import { storeSharedFiles, type SharedIn } from '../../sync/media/shared-files.ts';
import { openStore } from '../../sync/store/store.ts';

/**
 * Receives a share from another app (Web Share Target). Stores the files on this device first, even offline, then opens
 * the new-session dialog with them.
 */
export async function takeShared(request: Request): Promise<Response> {
  const sender = senderOf(request);
  if (sender === 'foreign') return Response.redirect('/', 303);
  const form = await request.formData();
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const files = form.getAll('media').filter((value): value is File => value instanceof File);
  const to = new URLSearchParams({ dialog: 'add-session' });
  try {
    const { mediaId, refusal } = await keep({ files, title: textOf('title'), text: textOf('text'), isOwn: sender === 'own' });
    if (mediaId) to.set('shared', mediaId);
    if (refusal) to.set('refused', refusal);
  } catch {
    to.set('refused', 'failed');
  }
  // Redirect (303), so that a reload does not share again.
  return Response.redirect(`/?${to}`, 303);
}

/**
 * Any page can post a form here. The share sheet sends no origin, but neither does a page with the referrer policy
 * `no-referrer`, so the page that opens accepts or refuses what an unknown sender shared (R177).
 */
function senderOf({ headers }: Request): 'own' | 'foreign' | 'unknown' {
  const origin = headers.get('Origin');
  if (origin === self.location.origin) return 'own';
  return origin === null || origin === 'null' ? 'unknown' : 'foreign';
}

async function keep(shared: SharedIn) {
  const userId = await personOfDevice();
  // Without a sign-in, store nothing: the app asks for one, and the file remains in the gallery.
  if (!userId) return { mediaId: null, refusal: null };
  const [store, files] = await Promise.all([openStore(userId), openDeviceFiles(userId)]);
  try {
    return await storeSharedFiles(store, browserPorts(files), shared);
  } finally {
    store.close();
  }
}
