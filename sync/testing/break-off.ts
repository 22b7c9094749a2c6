const PIECE_BYTES = 65_536;

/**
 * The same request over a connection that breaks after so many bytes of its body. Each piece waits until the one before
 * is on its way: an error while pieces are still queued would take them back.
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
