import { expect, it } from 'vitest';
import { appChunk } from './app-chunk.ts';

const MODULES: Record<string, { importedIds: string[]; dynamicallyImportedIds: string[] }> = {
  'pwa/main.tsx': { importedIds: ['react'], dynamicallyImportedIds: ['pwa/app.tsx', 'left-behind', 'pwa/screens/landing.tsx'] },
  'pwa/app.tsx': { importedIds: ['react', 'router', 'store', 'button'], dynamicallyImportedIds: ['video'] },
  'pwa/screens/landing.tsx': { importedIds: ['react', 'button', 'zod'], dynamicallyImportedIds: ['signing-out'] },
  'signing-out': { importedIds: ['router'], dynamicallyImportedIds: [] },
  'left-behind': { importedIds: ['store'], dynamicallyImportedIds: [] },
  router: { importedIds: ['react', 'paths'], dynamicallyImportedIds: [] },
  video: { importedIds: ['player', 'paths', 'sync/outbox/mutate.ts'], dynamicallyImportedIds: [] },
  'sync/outbox/mutate.ts': { importedIds: ['store', 'zod', 'rebase'], dynamicallyImportedIds: [] },
};

it('names the chunks of modules that the app shares with the landing page, shares with the startup check, or needs alone, with itself, and of those that every change needs', () => {
  const name = appChunk('pwa');
  const modules = [
    'pwa/main.tsx',
    'pwa/app.tsx',
    'pwa/screens/landing.tsx',
    'react',
    'button',
    'zod',
    'router',
    'paths',
    'store',
    'left-behind',
    'video',
    'player',
    'sync/outbox/mutate.ts',
    'rebase',
  ];
  const named = modules.map((id) => [id, name(id, { getModuleInfo: (module) => MODULES[module] ?? null })] as const);
  expect(Object.fromEntries(named.filter(([, chunk]) => chunk !== null))).toEqual({
    'pwa/app.tsx': 'app-parts',
    react: 'base',
    button: 'base',
    store: 'store',
    router: 'app-parts',
    paths: 'app-parts',
    'sync/outbox/mutate.ts': 'changes',
    rebase: 'changes',
  });
});
