/** What of the bundler's knowledge of a module is needed here (rolldown's `ModuleInfo`). */
interface ModuleImports {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

interface Modules {
  getModuleInfo: (id: string) => ModuleImports | null;
}

/** The bundler's own lines, which every chunk needs. */
const RUNTIME = '\0rolldown/runtime.js';

/**
 * Names the chunks of what has to be there before a first paint. Left to itself the bundler makes a dozen of a few
 * hundred bytes, one for each set of screens that share something, and each costs its headers and its turn on a line.
 *
 * - `base`: what both visitors and the app need, such as React
 * - `store`: what the app shares with those who left work behind, whose store is opened without the app
 * - `app-parts`: all else that the app needs at once
 *
 * @param pwa the folder of `main.tsx` and `app.tsx`, with forward slashes
 */
export function appChunk(pwa: string): (id: string, modules: Modules) => string | null {
  const entry = `${pwa}/main.tsx`;
  const app = `${pwa}/app.tsx`;
  let names: Map<string, string> | undefined;
  return (id, modules) => {
    if (id === RUNTIME) return 'base';
    names ??= nameAll(modules);
    return names.get(id) ?? null;
  };

  function nameAll(modules: Modules): Map<string, string> {
    const first = reached([entry], modules);
    const later = [...first].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter((id) => id !== app);
    const isPage = (id: string) => id.startsWith(`${pwa}/screens/`);
    const visitors = reached(later.filter(isPage), modules);
    const leftBehind = reached(later.filter((id) => !isPage(id)), modules);
    const inApp = reached([app], modules);
    const nameOf = (id: string) => {
      if (first.has(id)) return 'base';
      if (!inApp.has(id)) return null;
      if (visitors.has(id)) return 'base';
      return leftBehind.has(id) ? 'store' : 'app-parts';
    };
    const named = [...first, ...inApp].flatMap((id) => {
      const name = id === entry || id === app ? null : nameOf(id);
      return name ? [[id, name] as const] : [];
    });
    return new Map(named);
  }
}

/** The modules and all that runs before them. */
function reached(from: readonly string[], modules: Modules): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
