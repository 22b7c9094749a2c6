import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** What belongs at the top level (R151). New files and dot folders are fine; other new folders are not. */
const TOP_FOLDERS = ['api', 'docs', 'pwa', 'sync'];
const TOP_FILES = ['package.json', 'tsconfig.json', 'vite.config.ts', 'Dockerfile', '.env.example', 'README.md', 'LICENSE'];
/** Folders that tools make, never committed. */
const MADE = ['node_modules', 'dist', 'data', 'demo-data', 'screenshots', 'test-results'];

const CONFIGURATION = /^[^/]+\.config\.ts$/;
const TEST = /\.(test|bench)\.\w+$|^(api|sync|pwa)\/testing\/|^sync\/(simulation|bench)\/|^pwa\/e2e\//;

/** The rooms of large folders. A room imports only rooms listed before it; files directly in the folder import all of them. */
const ROOMS = {
  sync: ['ports', 'files', 'store', 'http', 'media', 'outbox', 'transfers', 'pull', 'replay', 'sign-out', 'status', 'queries', 'import'],
  'api/media': ['store', 'ports', 'location', 'derived', 'uploads', 'objects', 'maintenance'],
};

/** Code that parses what `Intl` formatted, and locales that are chosen because their dates look like ISO 8601. */
const PARSED =
  /(?:\.format(?:Range)?|\.toLocale(?:Date|Time)?String)\([^()]*(?:\([^()]*\)[^()]*)*\)\s*\.\s*(?:slice|substring|split|replace|replaceAll|match|at|indexOf|startsWith)\b/;
const ISO_LOOKALIKE = /['"`](?:en-CA|fr-CA|sv|sv-SE|lt|lt-LT)['"`]/;

/** Lists in constants of the app, such as `SPORTS` or `TEXTS.features`. They hold no person's rows. */
const FIXED_LIST = /^[A-Z][A-Z_]*\b/;
/** Components so simple that no row can break them. */
const PLAIN_PARTS = ['Fragment', 'Icon', 'IconButton', 'MoveButton'];

/** Packages without side effects, each allowed in the one file that needs it. */
const PURE_PACKAGES = { 'api/contract/match-lines.ts': 'diff/lib/diff/array.js', 'api/contract/derived-id.ts': '@noble/hashes/legacy.js' };

/** @returns a message for each unexpected or missing entry at the top level */
export function unexpectedAtTopLevel(root) {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !MADE.includes(entry.name))
    .map((entry) => entry.name);
  return [
    ...folders
      .filter((name) => !TOP_FOLDERS.includes(name))
      .map((name) => `${name}/ does not belong at the top level: ${TOP_FOLDERS.join(', ')}`),
    ...[...TOP_FOLDERS, ...TOP_FILES].filter((name) => !existsSync(join(root, name))).map((name) => `${name} is missing at the top level`),
  ];
}

/** @returns a message for each import against the arrows `pwa -> sync -> api/contract <- api` */
export function wrongArrows(root) {
  return sources(root).flatMap((path) =>
    importsOf(readFileSync(join(root, path), 'utf8')).flatMap((specifier) => {
      const wrong = objection(path, specifier);
      return wrong ? [`${path} imports ${specifier}: ${wrong}`] : [];
    }),
  );
}

/** @returns a message for each circle of imports that `circlesIn` finds; imports of types count */
export function importCircles(root) {
  const paths = new Set(sources(root));
  const importsFrom = (path) =>
    importsOf(readFileSync(join(root, path), 'utf8'))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => posix.join(posix.dirname(path), specifier))
      .filter((target) => paths.has(target));
  return circlesIn(new Map([...paths].map((path) => [path, importsFrom(path)]))).map((circle) => `${circle.join(' imports ')}: a circle`);
}

/**
 * @param {Map<string, string[]>} graph
 * @returns {string[][]} circles that a depth-first search finds, at least one if the graph has any; each ends with its first node
 */
export function circlesIn(graph) {
  const done = new Set();
  const circles = [];
  const visit = (node, trail) => {
    const start = trail.indexOf(node);
    if (start >= 0) return void circles.push([...trail.slice(start), node]);
    if (done.has(node)) return;
    for (const next of graph.get(node)) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

/** @returns a message for each file that parses formatted text, because the format differs between engines and their versions */
export function parsedFormats(root) {
  return sources(root)
    .filter((path) => !TEST.test(path) && isParsed(readFileSync(join(root, path), 'utf8')))
    .map(
      (path) =>
        `${path} parses what Intl formatted, or relies on a locale that looks like ISO 8601: use zoneTime of api/contract/zone-clock.ts`,
    );
}

export const isParsed = (source) => PARSED.test(source) || ISO_LOOKALIKE.test(source);

/** @returns a message for each list whose items have no boundary: one bad row breaks the whole list (docs/decisions/0070) */
export async function unguardedLists(root) {
  const messages = [];
  for (const path of sources(root).filter((path) => /^pwa\/.*\.tsx$/.test(path) && !TEST.test(path)))
    for (const list of await listsWithoutBoundary(readFileSync(join(root, path), 'utf8')))
      messages.push(`${path} draws the items of \`${list}\` without a boundary: use ItemBoundary or one of its kind`);
  return messages;
}

/** @returns the mapped lists, as written */
export async function listsWithoutBoundary(source) {
  // `npm test` loads this file before it installs packages.
  const { parseSync } = await import('vite');
  const textOf = ({ start, end }) => source.slice(start, end);
  const lists = [];
  /** @returns the names of all components in the node */
  const componentsIn = (node, isFixed) => {
    if (typeof node !== 'object' || node === null) return [];
    const list = node.type === 'CallExpression' && node.callee.property?.name === 'map' ? textOf(node.callee.object) : null;
    const isFixedHere = isFixed || (list !== null && FIXED_LIST.test(list));
    const names = Object.values(node).flatMap((child) => componentsIn(child, isFixedHere));
    if (node.type === 'JSXOpeningElement' && /^[A-Z]/.test(textOf(node.name))) names.push(textOf(node.name));
    const isUnguarded = names.some((name) => !PLAIN_PARTS.includes(name)) && !names.some((name) => name.endsWith('Boundary'));
    if (list !== null && !isFixedHere && isUnguarded) lists.push(list);
    return names;
  };
  componentsIn(parseSync('list.tsx', source).program, false);
  return lists;
}

/** @returns {string | undefined} the rule that an import breaks */
export function objection(path, specifier) {
  if (TEST.test(path) || CONFIGURATION.test(path)) return undefined;
  const target = specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined;
  const from = roomOf(path);
  const to = target && roomOf(target);

  if (target && TEST.test(target)) return 'production code does not import tests';
  if (from === 'contract') {
    const allowed = to === 'contract' || specifier === 'zod/mini' || PURE_PACKAGES[path] === specifier;
    return allowed ? undefined : 'the contract imports only zod/mini';
  }
  if (to === 'pwa' && from !== 'pwa') return 'nothing imports pwa';
  if (to === 'api' && from !== 'api') return 'others import only the contract of api';
  if (to === 'sync' && from === 'api') return 'api does not import sync';
  if (from === 'sync' && /^react(-|$|\/)|^dexie-react-hooks$/.test(specifier)) return 'sync runs without React';
  const backwards = target && roomObjection(path, target);
  if (backwards) return backwards;
  const [own, other] = [screenOf(path), target && screenOf(target)];
  if (own && other && own !== other) return 'screens never import each other';
  if (other && path.startsWith('pwa/components/')) return 'shared components do not import screens';
  return undefined;
}

/** @returns {string | undefined} the rule about rooms that an import of one file by another breaks */
function roomObjection(path, target) {
  const parent = Object.keys(ROOMS).find((folder) => path.startsWith(`${folder}/`) && target.startsWith(`${folder}/`));
  if (!parent) return undefined;
  const [from, to] = [path, target].map((file) => file.slice(parent.length + 1).split('/'));
  if (from.length === 1 || from[0] === to[0]) return undefined;
  if (to.length === 1) return `the rooms of ${parent}/ do not import its root`;
  const [own, other] = [from[0], to[0]].map((room) => ROOMS[parent].indexOf(room));
  if (own < 0 || other < 0) return `ROOMS in .ci/house.mjs does not list this room of ${parent}/`;
  return other > own ? `${from[0]} comes before ${to[0]}` : undefined;
}

const roomOf = (path) => (path.startsWith('api/contract/') ? 'contract' : path.split('/')[0]);
const screenOf = (path) => /^pwa\/screens\/([^/]+)\//.exec(path)?.[1];

/** Specifiers of `import … from`, `export … from`, `import '…'` and `import('…')`. */
export const importsOf = (source) =>
  [...source.matchAll(/(?:^|[\s;}])(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*\(?\s*['"]([^'"\n]+)['"]/g)].map((match) => match[1]);

function sources(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return entry.name.startsWith('.') || MADE.includes(entry.name) ? [] : sources(root, path);
    return /\.tsx?$/.test(entry.name) && dirname(path) !== '.' ? [path] : [];
  });
}
