import { DELETED_KEPT_DAYS } from './contract/limits.ts';
import type { MutationName } from './contract/mutations.ts';
import type { OnlineCallName } from './contract/online-calls.ts';
import { rateInWords } from './rate-in-words.ts';

type CallName = MutationName | OnlineCallName;

/** Tags, in the order of the document. */
export const TAGS: Readonly<Record<string, string>> = {
  auth: 'Signing in and out, and the signed-in person.',
  profile: 'One’s own profile.',
  users: 'Other people.',
  community: 'People with a public profile.',
  friendships: 'Training partnerships, and requests for them.',
  dogs: 'One’s own dogs.',
  videos: 'Training sessions, with or without a video.',
  comments: 'Comments on sessions.',
  sets: 'Repetitions of one exercise in a session.',
  plans: 'What a person means to train on a day.',
  trials: 'Trials of one’s dogs, ahead and past.',
  calendar: 'Plans and trials for a calendar program.',
  cues: 'What people teach their dogs.',
  programs: 'Ordered lists of one’s own cues.',
  conflicts: 'Values that a later change displaced.',
  objects: 'Files: uploads and their bytes.',
  sync: 'Sending queued changes, reading changes, and notices of them.',
  push: 'Notifications for browsers whose app is closed.',
  waitlist: 'Waiting for beta access.',
  admin: 'Beta access.',
};

/** What a call does beyond its summary. */
export const NOTES: Readonly<Partial<Record<CallName, string>>> = {
  'dogs.update': 'Omitted fields keep their values. Sessions of partners show the new name and picture.',
  'dogs.delete': `The dog can be restored for ${DELETED_KEPT_DAYS} days. Restoring it links its sessions again.`,
  'videos.create': 'Everything but the title is optional; the time defaults to now, the zone to UTC.',
  'videos.update': 'Omitted fields keep their values. A new videoUrl also sets mediaType, durationSeconds and derived.',
  'videos.delete': `The session can be restored for ${DELETED_KEPT_DAYS} days. Its public link ends at once.`,
  'videos.share': 'Anyone with the address /video/{id} may then see the session, without its owner’s name.',
  'comments.create': `For the owner of the session and their partners. Limited to ${rateInWords('comments')}.`,
  'comments.delete': 'For the author of the comment and the owner of the session.',
  'sets.create': 'Only the exercise and one’s own session are required; the start defaults to now, the repetitions asked for to 5.',
  'sets.update': 'Omitted fields keep their values. Adds to reps and struck what they lack, whatever base says; nothing leaves them.',
  'plans.create': 'Only the day is required. An exercise without a criterion has none, and asks for 5 repetitions.',
  'plans.update': 'Omitted fields keep their values. Adds to done and videoIds what they lack; nothing leaves them.',
  'plans.delete': `The plan can be restored for ${DELETED_KEPT_DAYS} days.`,
  'trials.create': 'Only name and day are required. Partners see it only with shownToPartners.',
  'trials.update': 'Omitted fields keep their values.',
  'trials.delete': `The trial can be restored for ${DELETED_KEPT_DAYS} days.`,
  'sets.delete': `The set can be restored for ${DELETED_KEPT_DAYS} days.`,
  'friendships.create': `Limited to ${rateInWords('invites')}.`,
  'friendships.accept': 'For the recipient of the request.',
  'friendships.delete': 'Declines a request, for its recipient, or ends a partnership, for either of the two.',
  'friendships.withdraw': 'For the sender of a pending request.',
  'profile.update': 'Omitted fields keep their values. Searches find a new name at once.',
  'cues.update': 'Omitted fields keep their values. Imported copies do not change.',
  'cues.delete': `The cue can be restored for ${DELETED_KEPT_DAYS} days. Programs omit it while it is deleted.`,
  'cues.import': 'A second import answers 200 with the first copy. The server derives the copy’s id; an id in the body is ignored.',
  'programs.update': 'Omitted fields keep their values. The cues have calls of their own.',
  'programs.addCue': 'orderIndex is the position in the list of programs.cues. Beyond the end, the cue is appended.',
  'programs.orderCues': 'Cues missing from the list follow at the end. Ids of other cues are ignored.',
  'programs.removeCue': 'The others are numbered from 0 again.',
  'programs.cues': 'Without deleted cues, numbered from 0. A restored cue returns to its position.',
  'conflicts.settle': 'Deletes the record of the displaced value, after it was restored or dismissed.',
  'auth.keepKey': 'A device encrypts with the public key what it could not send before signing out.',
  'auth.returnKeepKey': 'The server decrypts the pair with its own secret and keeps it.',
  'auth.access': 'Names the address of the account, and says whether it is on the waitlist.',
  'auth.earlierAccount': 'True if no account has this id, as on a server restored from a backup, and the address is the caller’s own.',
  'auth.signIns': 'The calling browser first, then the most recently used.',
  'auth.endSignIn': 'Its event streams and notifications end at once. Changes that the browser has not sent stay on it, locked.',
  'auth.endOtherSignIns': 'Ends every other sign-in.',
  'videos.own': 'Most recently trained first.',
  'videos.partners': 'Most recently trained first; before limits them to sessions trained up to that moment.',
  'videos.shared': 'Answers 404 while the link is off.',
  'comments.list': 'Oldest first.',
  'sets.list': 'Oldest first.',
  'sets.own': 'Oldest first.',
  'plans.list': 'Oldest first.',
  'trials.list': 'Oldest first.',
  'comments.own': 'Oldest first. Also those on sessions that the person no longer sees.',
  'users.search': `Each word begins a word of a public person’s name, or of a dog’s name. Ignores case and accents. Limited to ${rateInWords('search')}.`,
  'users.one': 'Bio and sports are null if the profile is private.',
  'community.browse': `By name. An empty filter, or all, means no filter. Limited to ${rateInWords('search')}, together with users.search.`,
  'cues.public': 'An empty filter, or all, means no filter. The search looks for beginnings of words in name and description.',
  'objects.upload': `The body is optional; a size is checked against the free quota. Limited to ${rateInWords('uploads')}.`,
  'videos.finalize': 'Sniffs the content, removes locations and hashes the file. Answers the same again for a finished upload.',
  'sync.pull':
    'Send the cursor of each feed that was read before, under its name, or none to read from the start. Repeat with the new cursors while a page has more.',
  'sync.batch':
    'The key of an operation is the UUID that a single request sends as Idempotency-Key. Applies the operations in order and answers each as the single request would be answered: one that is refused undoes no other; retryAfter has the seconds of its Retry-After. Stops at a 401 or a 5xx, which is then the last answer. Repeating an envelope is safe: each key is applied once.',
  'sync.events':
    'Server-sent events. An event poke has a Poke as its data, which names the feeds that moved; read them with sync.pull. Comments (lines that begin with a colon) keep the connection open. The stream ends when the sign-in or beta access ends.',
  'calendar.publish':
    'The address is known only here: the server stores a hash of its secret. It ends when it is replaced or revoked, or when beta access ends.',
  'calendar.revoke': 'Answers the same if there is none.',
  'push.subscribe':
    'The body is the browser’s PushSubscription and the kinds to send. An endpoint that another person subscribed moves to the caller only if the keys match; only that browser knows them. Otherwise the answer is 409.',
  'push.unsubscribe': 'Answers the same if there is no such subscription.',
  'waitlist.join': `The answer does not tell whether the address is known. Limited to ${rateInWords('waitlist')} for an address.`,
  'admin.betaAccess':
    'Two lists with a cursor each: the Link header has a rel="next" with title="waitlist" or title="betaAccess" for each list that has more.',
  'admin.grant': 'Takes the address off the waitlist. A repeat gets the same answer.',
  'admin.remove': 'A repeat gets the same answer.',
};
