import { readFileSync } from 'node:fs';
import type { IndexHtmlTransformContext, Plugin } from 'vite';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

const PARTS = { 'app-parts': '/pwa/app.tsx', 'visitor-parts': '/pwa/screens/landing/landing.tsx' };

/**
 * Orders what the page requests until its first cards are drawn (docs/decisions/0123).
 *
 * - The heaviest chunk comes first: the browser requests it on the connection that already delivered the page.
 * - `<meta name="app-parts">` lists the app's other first chunks and `<meta name="visitor-parts">` the landing page's, the
 *   heaviest first. The inline script preloads the right set at once, before the entry that imports them has arrived. A
 *   small chunk before a heavy one would delay it by the round trips of a connection (docs/decisions/0135).
 * - The icon is inlined in the page, and the app links the manifest later (`linkManifest`).
 *
 * @param publicFolder the folder that contains the icon
 */
export function appPreload(publicFolder: string): Plugin {
  return {
    name: 'longline-app-preload',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const here = entry ? withImports(entry.fileName, bundle) : new Set<string>();
        const [heaviest] = heaviestFirst([...here], bundle);
        let filled = html;
        const change = (before: RegExp | string, after: string) => {
          const changed = filled.replace(before, () => after);
          if (changed === filled) throw new Error(`index.html has no ${before}`);
          filled = changed;
        };
        for (const [name, module] of Object.entries(PARTS)) {
          const first = Object.values(bundle).find((part) => part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith(module)));
          if (!first) throw new Error(`The build has no chunk for ${module}`);
          const others = [...withImports(first.fileName, bundle)].filter((file) => file !== heaviest && file !== entry?.fileName);
          const parts = heaviestFirst(others, bundle);
          change(`name="${name}" content=""`, `name="${name}" content="${parts.map((file) => `/${file}`).join(' ')}"`);
        }
        change(/\s*<link rel="modulepreload"[^>]*>/g, '');
        change('<meta name="app-parts"', `<link rel="modulepreload" crossorigin href="/${heaviest}"><meta name="app-parts"`);
        change('href="/favicon.svg"', `href="${iconIn(publicFolder)}"`);
        change(/<link rel="manifest"[^>]*>/, '');
        return filled;
      },
    },
  };
}

/** The chunk and everything it imports statically. */
function withImports(file: string, bundle: Bundle, found = new Set<string>()): Set<string> {
  const part = bundle[file];
  if (found.has(file) || part?.type !== 'chunk') return found;
  found.add(file);
  for (const imported of part.imports) withImports(imported, bundle, found);
  return found;
}

const heaviestFirst = (files: readonly string[], bundle: Bundle) => files.toSorted((a, b) => sizeOf(b, bundle) - sizeOf(a, bundle));

function sizeOf(file: string, bundle: Bundle): number {
  const part = bundle[file];
  return part?.type === 'chunk' ? part.code.length : 0;
}

function iconIn(publicFolder: string): string {
  const icon = readFileSync(`${publicFolder}/favicon.svg`, 'utf8').replace(/<!--.*?-->|\n/gs, '');
  return `data:image/svg+xml,${encodeURIComponent(icon).replace(/%20|%3D|%2F|%3A/g, decodeURIComponent)}`;
}
