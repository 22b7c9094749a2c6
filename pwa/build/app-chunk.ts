/** The part of the bundler's module info that we need (rolldown's `ModuleInfo`). */
interface ModuleImports {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

interface Modules {
  getModuleInfo: (id: string) => ModuleImports | null;
}

/** The bundler's own runtime, which every chunk imports. */
const RUNTIME = '\0rolldown/runtime.js';

/**
 * Names the chunks that the first cards need. Left to itself, the bundler makes a dozen of a few hundred bytes, one for
 * each set of screens that share something, and each costs headers and a request, often on a connection of its own.
 *
 * - `base`: shared by the landing page and the app, such as React
 * - `store`: shared by the app and the startup check for unsynced work, which opens a store without the app
 * - `app-parts`: the app and everything else that it needs at once
 * - `changes`: what every form and every screen with buttons needs to make a change
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
    const leftBehind = reached(
      later.filter((id) => !isPage(id)),
      modules,
    );
    const inApp = reached([app], modules);
    const changes = reached([`${pwa.replace(/pwa$/, 'sync')}/outbox/mutate.ts`], modules);
    const nameOf = (id: string) => {
      if (first.has(id)) return 'base';
      if (!inApp.has(id)) return changes.has(id) && !visitors.has(id) ? 'changes' : null;
      if (visitors.has(id)) return 'base';
      return leftBehind.has(id) ? 'store' : 'app-parts';
    };
    const named = [...first, ...inApp, ...changes].flatMap((id) => {
      const name = id === entry ? null : nameOf(id);
      return name ? [[id, name] as const] : [];
    });
    return new Map(named);
  }
}

/** These modules and everything they import statically. */
function reached(from: readonly string[], modules: Modules): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
