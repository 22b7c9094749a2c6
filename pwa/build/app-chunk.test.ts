import { expect, it } from 'vitest';
import { appChunk } from './app-chunk.ts';

const MODULES: Record<string, { importedIds: string[]; dynamicallyImportedIds: string[] }> = {
  'pwa/main.tsx': { importedIds: ['react'], dynamicallyImportedIds: ['pwa/app.tsx', 'left-behind'] },
  'pwa/app.tsx': { importedIds: ['react', 'router', 'store'], dynamicallyImportedIds: ['video'] },
  'left-behind': { importedIds: ['store'], dynamicallyImportedIds: [] },
  router: { importedIds: ['react', 'paths'], dynamicallyImportedIds: [] },
  video: { importedIds: ['player', 'paths'], dynamicallyImportedIds: [] },
};

it('puts together what the app needs at once and visitors never do', () => {
  const name = appChunk('pwa');
  const together = ['pwa/main.tsx', 'pwa/app.tsx', 'react', 'router', 'paths', 'store', 'left-behind', 'video', 'player'].filter(
    (id) => name(id, { getModuleInfo: (module) => MODULES[module] ?? null }) !== null,
  );
  expect(together).toEqual(['router', 'paths']);
});
