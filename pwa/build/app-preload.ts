import type { IndexHtmlTransformContext, Plugin } from 'vite';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/**
 * Writes the app's first chunks into `<meta name="app-parts">`. The script beside it fetches them at once for people
 * who are signed in: the entry, which asks for them, is still on its way then. Visitors never load them.
 */
export function appPreload(): Plugin {
  return {
    name: 'longline-app-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const app = Object.values(bundle).find((part) => part.type === 'chunk' && part.facadeModuleId?.endsWith('/pwa/app.tsx'));
        if (!app) throw new Error('The build has no chunk for pwa/app.tsx');
        const parts = [...withImports(app.fileName, bundle)].filter((file) => file !== entry?.fileName);
        const filled = html.replace('name="app-parts" content=""', `name="app-parts" content="${parts.map((file) => `/${file}`).join(' ')}"`);
        if (filled === html) throw new Error('index.html has no <meta name="app-parts" content="">');
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
