/** Every text of the privacy page, apart from the table of times (`kept.ts`). */
export const TEXTS = {
  title: 'Privacy',
  lead: 'What this server keeps about you, who sees it, and for how long. The page describes what the program does.',

  operator: 'Who runs this server',
  operatorUnknown: 'The people who run this server have not named themselves here. Ask the person who invited you.',
  write: 'Write to them at',
  terms: 'Their terms',
  rights:
    'You can take a copy of all your data with you: the app prepares it under Your data. There you can also delete your account. You can ask them to correct what is kept about you, and complain to the authority for data protection of your country.',

  kept: 'What is kept about you',
  keptItems: [
    'Your email address, and what you write in your profile: name, picture, place, sports.',
    'What you log: sessions with notes, films and pictures, exercises with each repetition, dogs, cues, programs, plans, trials and comments.',
    'Your training partners, requests between you, and whom you blocked. A blocked person isn’t notified.',
    'Whether you are 18 or older, as you said.',
    'Reports and complaints that you made, and what was decided. Of what was reported: a copy that only administrators can open. If you report without an account: the email address that you leave.',
    'Where you are signed in: the kind of device and browser, and the last use. No network address.',
    'If you sign in through a provider: your number there.',
    'That your address has access to this server, who gave or removed it, and when. Of an erased account, its number, so that no backup brings it back.',
    'A pair of keys that locks what a device has not sent yet, when someone else signs in on it.',
    'If you allow notifications: the address that your browser made for them.',
  ],
  removed: 'Films and pictures lose the place, device and comments that cameras write into them before anyone else can open them.',

  seen: 'Who sees it',
  seenItems: [
    'You, on every device where you are signed in. Each keeps a copy so that it works without signal.',
    'The owner of a session on which you comment, and the owner’s partners: your comment and name. They are also in the export that the owner takes along.',
    'Your training partners: your sessions with dog and exercises, trials that you show them, cues that you share with partners, and your email address. People whom you ask to become partners see your address too.',
    'Everyone on this server: your profile and cues, only if you make them public.',
    'Anyone with the link: a session for which you switched on a public link, or your calendar if you gave someone its address. Anyone who has your link to become training partners sees your first name.',
    'Administrators: your name, email address, last use, how much space you take, and addresses that wait for access. Not what you write, unless someone reports it; then also who reported it.',
    'The people who run the machine could read its disk.',
  ],

  where: 'Where it is',
  onMachine: 'On the machines of this server.',
  inDatabase: (host: string) => `What you write: in the database at ${host}.`,
  inBucket: (host: string) => `Films, pictures and the exports that people ask for: in the object storage at ${host}.`,
  inBackups: 'Backups: where the people who run the server keep them.',
  mailed: (host: string) => `Sign-in codes, and letters about reports, go through the mail server ${host}.`,
  provider: (host: string) => `You sign in at ${host}, which tells this server your address and that it is yours.`,
  pushes: 'Notifications go through the service of your browser’s maker, encrypted for your device.',
  nothingElse: 'Nothing else leaves this server: no advertising, no tracking, no parts of other sites.',

  long: 'For how long',
  untilDeleted: 'What you log stays until you delete it or your account ends. After that:',
  what: 'What',
  time: 'Kept for',
  backups: 'Backups, which hold all of the above',
  fromMaking: 'their making',
  sweeps:
    'A row or file that is such a copy stays as long as the copy, and so does an account that is deleted meanwhile, hidden from everyone. The copy of what was reported and kept goes 30 days after the decision. The server checks at least once an hour what is due. For 30 days after a restored backup it deletes nothing by age, and the newest backup always stays.',
  logs: 'The server’s log has numbers of accounts and rows, but no network addresses and nothing that you typed. How long it is kept is up to the people who run the machine.',
  logsWithCodes:
    'The server’s log has numbers of accounts and rows, but no network addresses. As this server sends no mail, it also has sign-in codes with their email addresses. How long it is kept is up to the people who run the machine.',

  cookies: 'Cookies',
  cookiesAre:
    'Only those that a sign-in needs: one that keeps you signed in, one that tells the page who you are, one while you sign in, and one that recognises your device. They go to this server only.',
  cookieOfProvider: 'After a sign-out, one more makes the sign-in provider ask which account you want.',
} as const;
