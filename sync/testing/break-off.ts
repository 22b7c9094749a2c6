const PIECE_BYTES = 65_536;

/**
 * A copy of the request that breaks off after `after` bytes of its body. It queues one piece at a time, because an error
 * discards pieces that are still queued.
 */
export async function breakOff(request: Request, after: number): Promise<Request> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (sent >= after) return controller.error(new TypeError('The connection is cut'));
        const upTo = Math.min(sent + PIECE_BYTES, after);
        controller.enqueue(bytes.subarray(sent, upTo));
        sent = upTo;
      },
    },
    { highWaterMark: 0 },
  );
  // Node requires `duplex` for a streamed request body.
  const init = { method: request.method, headers: request.headers, body, duplex: 'half' };
  return new Request(request.url, init);
}
