/** What of the bundler's knowledge of a module is needed here (rolldown's `ModuleInfo`). */
interface ModuleImports {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

interface Modules {
  getModuleInfo: (id: string) => ModuleImports | null;
}

/**
 * Names one chunk for all that the app needs before its first paint. Left to itself the bundler makes a dozen of a few
 * hundred bytes, one for each set of screens that share something, and each costs its headers and its turn on a line.
 * What the entry loads without the app, such as the store of somebody who left work behind, stays apart.
 *
 * @param pwa the folder of `main.tsx` and `app.tsx`, with forward slashes
 */
export function appChunk(pwa: string): (id: string, modules: Modules) => string | null {
  const entry = `${pwa}/main.tsx`;
  const app = `${pwa}/app.tsx`;
  let together: Set<string> | undefined;
  return (id, modules) => {
    together ??= findTogether(modules);
    return together.has(id) ? 'app-parts' : null;
  };

  function findTogether(modules: Modules): Set<string> {
    const visitors = reached([entry], modules);
    const besidesApp = [...visitors].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter((id) => id !== app);
    const apart = new Set([...visitors, ...reached(besidesApp, modules), app]);
    return new Set([...reached([app], modules)].filter((id) => !apart.has(id)));
  }
}

/** The modules and all that runs before them. */
function reached(from: readonly string[], modules: Modules): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
