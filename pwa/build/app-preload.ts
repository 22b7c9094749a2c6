import type { IndexHtmlTransformContext, Plugin } from 'vite';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

const PARTS = { 'app-parts': '/pwa/app.tsx', 'visitor-parts': '/pwa/screens/landing/landing.tsx' };

/**
 * Writes the first chunks of the app into `<meta name="app-parts">`, those of the landing page into
 * `<meta name="visitor-parts">`. The script beside them fetches the ones that are wanted at once: the entry, which asks
 * for them, is still on its way then. Nobody loads both.
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

/** The chunk and all that it imports before it runs. */
function withImports(file: string, bundle: Bundle, found = new Set<string>()): Set<string> {
  const part = bundle[file];
  if (found.has(file) || part?.type !== 'chunk') return found;
  found.add(file);
  for (const imported of part.imports) withImports(imported, bundle, found);
  return found;
}
