import { becomePartners } from '../../api/testing/pulling-device.ts';
import { comment, create, type Step } from './step.ts';
import { sync } from './syncing.ts';
import { readFriendships, toldDirectly } from './tell-model.ts';

/** Changes of sign-ins, beta access and partnerships. */
export const ACCESS_STEPS = {
  async 'someone else is signed in'(step) {
    const { device, world } = step;
    device.signedIn = device.owner === world.anna ? world.ben : world.anna;
    if ((await sync(step))?.kind === 'pause') world.count('sign-in of someone else');
    device.signedIn = device.owner;
  },
  async 'the sign-in ends'(step) {
    step.device.signedIn = step.world.nobody;
    if ((await sync(step))?.kind === 'pause') step.world.count('signed out');
  },
  async 'signs in again'({ device }) {
    device.signedIn = device.owner;
  },
  async 'beta access is taken away'(step) {
    await step.world.setBetaAccess(step.device.owner, false);
    if ((await sync(step))?.kind === 'pause') step.world.count('beta access taken');
  },
  'beta access is given again': ({ world, device }) => world.setBetaAccess(device.owner, true),
  // A comment on a partner's session is queued, and the partnership ends before the comment is sent.
  async 'the partner leaves in mid-queue'(step) {
    const { device, world, model } = step;
    const partner = device.owner === world.anna ? world.ben : world.anna;
    const shared = await partner.call<{ id: string }>('POST', '/api/videos', { title: `Shared ${step.number}` });
    // Without beta access the partner cannot share anything.
    if (shared.status !== 201) return;
    toldDirectly(model, 'videos.create', partner.userId, shared.body.id, { title: `Shared ${step.number}` });
    await partner.call('POST', `/api/videos/${shared.body.id}/share`);
    toldDirectly(model, 'videos.share', partner.userId, shared.body.id);
    await becomePartners(device.owner, partner);
    await readFriendships(model, world);
    if (await sync(step)) return;
    const theirs = await device.store.view('videos').get(shared.body.id);
    if (!theirs) return;
    await comment(step, theirs);
    step.promised.parted = true;
    await create(step, 'videos.create', { title: `Behind a comment ${step.number}` });
    const { body } = await partner.call<{ id: string }[]>('GET', '/api/friendships');
    for (const { id } of body) await partner.call('DELETE', `/api/friendships/${id}`);
    await readFriendships(model, world);
    await sync(step);
    if (!(await device.store.view('videos').get(theirs.id))) world.count('rights revoked');
  },
} satisfies Record<string, (step: Step) => Promise<unknown>>;
