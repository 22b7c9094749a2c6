import type { IndexHtmlTransformContext, Plugin } from 'vite';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

const PARTS = { 'app-parts': '/pwa/app.tsx', 'visitor-parts': '/pwa/screens/landing/landing.tsx' };

/**
 * Writes the app's first chunks into `<meta name="app-parts">` and the landing page's into `<meta name="visitor-parts">`.
 * The script beside them preloads the right set at once, before the entry that imports them has arrived.
 */
export function appPreload(): Plugin {
  return {
    name: 'longline-app-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const here = entry ? withImports(entry.fileName, bundle) : new Set<string>();
        let filled = html;
        for (const [name, module] of Object.entries(PARTS)) {
          const first = Object.values(bundle).find((part) => part.type === 'chunk' && part.facadeModuleId?.endsWith(module));
          if (!first) throw new Error(`The build has no chunk for ${module}`);
          const parts = [...withImports(first.fileName, bundle)].filter((file) => !here.has(file));
          const before = filled;
          filled = filled.replace(`name="${name}" content=""`, `name="${name}" content="${parts.map((file) => `/${file}`).join(' ')}"`);
          if (filled === before) throw new Error(`index.html has no <meta name="${name}" content="">`);
        }
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
