/**
 * Calls back in the task after the next frame is drawn, or without waiting on a hidden page, which draws no frames.
 * @returns cancels the call
 */
export function afterNextFrame(call: () => void): () => void {
  const drawn = new MessageChannel();
  const tell = () => drawn.port2.postMessage(null);
  const frame = requestAnimationFrame(tell);
  if (document.hidden) tell();
  document.addEventListener('visibilitychange', tell);
  const end = () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('visibilitychange', tell);
    drawn.port1.close();
  };
  drawn.port1.onmessage = () => {
    end();
    call();
  };
  return end;
}
