import type { Alias } from 'vite';

/**
 * Smaller builds of packages, which their `exports` do not offer to bundlers. Dexie's main build is for browsers without
 * classes and async functions; react-router's contains its warnings for developers. Together they cost the first cards 2 KB.
 * @param packages the folder `node_modules`
 */
export const lightBuilds = (packages: string): Alias[] => [
  { find: /^dexie$/, replacement: `${packages}/dexie/dist/modern/dexie.mjs` },
  { find: /^react-router$/, replacement: `${packages}/react-router/dist/production/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${packages}/react-router/dist/production/dom-export.mjs` },
];
