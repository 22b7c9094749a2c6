/** Tests that fail on a newer database, by release. A comment says for each why people lose nothing. */
export const SLOWER_ON_NEW_TABLES = {
  '0.3.0': [
    // 0018 narrows the index of public cues, so this query of 0.3.0 reads them without one. Its answer is the same.
    'public cues: at most two, each by an index',
    'public cues by word: at most two, each by an index',
  ],
};

/** Tests of the engine that need a fix of the server which the release lacks. */
export const ANSWERED_OTHERWISE = {
  '0.3.0': [
    // A failover between two changes of one envelope: 0.4.0 refuses the second change, and 0.3.0 confirms it.
    'gets back two envelopes of comments without a read between them, after it has lost the first of them',
    'gets back an operation that it confirmed and lost within one envelope, on a device that has read its feed',
    'gets back an operation that it confirmed and lost within one envelope, on a server that has nothing of the person yet',
    'gets back an operation lost within one envelope, even if the next one raises more entries than were lost',
    'gets back a comment that it confirmed and lost within one envelope',
    'refuses an operation if data was lost since the check and new writes filled the gap unnoticed',
    'notices the loss of an operation within one envelope, even if the next one raises more entries than were lost',
    // 0.3.0 has no sets. It refuses their changes, which wait in the tray.
    'tapped on two devices without signal all stay, in order of time',
    'tapped without signal are one record in the queue, also on a new set',
    'stay when a form that was opened before saves the set',
    'that were struck on one device stay struck, and are still there',
    'change nothing if the set has them',
    'of a session that another device has deleted are kept, and are there when it is restored',
    'skips kinds of rows that it does not know, which this version reads after an upgrade, and again after a rollback',
  ],
};
