import type { Page } from 'playwright';

interface Point {
  x: number;
  y: number;
}

/** Emulates one finger with real browser input. @returns a function that puts the finger down, moves it or lifts it */
export async function touchscreen(page: Page): Promise<(type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  return async (type, at) => {
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  };
}
