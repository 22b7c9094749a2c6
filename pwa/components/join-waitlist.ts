/**
 * Adds an address to the waitlist. The answer is the same for new and known addresses.
 * @throws if the server could not be reached or refused
 */
export async function joinWaitlist(email: string): Promise<void> {
  const answer = await fetch('/api/waitlist', {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${(await answer.text()) || answer.statusText}`);
}
