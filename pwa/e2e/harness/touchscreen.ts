import type { Page } from 'playwright';

interface Point {
  x: number;
  y: number;
}

/** One finger on the page, as the browser's own input: put down, moved and lifted where the test says. */
export async function touchscreen(page: Page): Promise<(type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  return async (type, at) => {
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  };
}
