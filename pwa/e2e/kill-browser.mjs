/**
 * Ends the browser's process with SIGKILL, as an operating system does that needs the memory. What the process had handed
 * to the operating system stays; that a power cut would lose.
 * @param {import('playwright').BrowserContext} context
 */
export async function killBrowser(context) {
  const closed = new Promise((resolve) => context.once('close', resolve));
  const devtools = await context.browser().newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  process.kill(processInfo.find(({ type }) => type === 'browser').id, 'SIGKILL');
  await closed;
}
