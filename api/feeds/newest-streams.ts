/**
 * Bounds the streams of each person: one more ends the oldest, which may belong to a phone that has lost its signal.
 * @returns admits a stream; `end` is called when newer ones take its place. What this returns in turn says that it has ended
 */
export function keepNewestStreams(most: number): (userId: string, end: () => void) => () => void {
  const byPerson = new Map<string, Set<{ end: () => void }>>();
  return (userId, end) => {
    const streams = byPerson.get(userId) ?? new Set();
    byPerson.set(userId, streams);
    const stream = { end };
    // A set keeps the order of insertion.
    const [oldest] = streams.size >= most ? streams : [];
    if (oldest) streams.delete(oldest);
    streams.add(stream);
    oldest?.end();
    return () => {
      streams.delete(stream);
      if (streams.size === 0 && byPerson.get(userId) === streams) byPerson.delete(userId);
    };
  };
}
