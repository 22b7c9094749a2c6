import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions, Spec } from 'axe-core';
import type { Page } from 'playwright';

type Axe = { run: (context: string, options: RunOptions) => Promise<AxeResults>; configure: (spec: Spec) => void };

const SOURCE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Runs axe in the page, with animations paused. Only the violations leave the page: passing a full report out of the
 * browser takes several times as long as the check.
 * @returns one line per violation: rule, theme, width and the elements
 */
export async function axeViolations(page: Page, { within = 'html', ...options }: RunOptions & { within?: string } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(SOURCE, 'utf8'));
  return page.evaluate(
    async ([context, settings]) => {
      const { axe } = window as unknown as { axe: Axe };
      const paused = new CSSStyleSheet();
      paused.replaceSync('*, ::before, ::after { animation-play-state: paused !important }');
      document.adoptedStyleSheets.push(paused);
      const { violations } = await axe.run(context, { ...settings, resultTypes: ['violations'] });
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== paused);
      const where = `${document.documentElement.dataset['theme'] ?? 'default theme'}, ${innerWidth} px`;
      return violations.map(({ id, nodes }) => `${id} (${where}): ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [within, options] as const,
  );
}
