/**
 * Limits the open streams per person. One too many ends the oldest, which may belong to a phone without signal.
 * @returns admits a stream; `end` is called when newer streams displace it. Call the returned function once the stream
 * has ended
 */
export function keepNewestStreams(most: number): (userId: string, end: () => void) => () => void {
  const byPerson = new Map<string, Set<{ end: () => void }>>();
  return (userId, end) => {
    const streams = byPerson.get(userId) ?? new Set();
    byPerson.set(userId, streams);
    const stream = { end };
    // A Set iterates in insertion order.
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
