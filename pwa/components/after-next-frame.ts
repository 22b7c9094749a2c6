/**
 * Calls back once the next frame is drawn; on a page out of sight, of which none is drawn, soon.
 * @returns takes the call back
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
