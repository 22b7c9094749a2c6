import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { mustHavePrograms } from './debian-packages.mjs';
import { freePort } from './free-port.mjs';
import { readDockerfile } from './read-dockerfile.mjs';
import { ROOT } from './run-program.mjs';

/**
 * `npm run check-container`: carries out each line of the Dockerfile in bare Debian trees, because building an image needs a
 * container engine. Then starts the result on a read-only root as its user, measures it, and builds a second time to compare.
 * Ends with what it could not check. Needs root on Debian, and some minutes.
 */
const SIZE_MOST_MB = 350;
const MEGABYTE = 1_000_000;
const READY_MS = 120_000;
const NODE_UID = 1_000;
const TRUSTED = '/dev/shm/trusted.pem';
/** Modules that a start without settings does not load. */
const LATE = ['media/store/s3-media-store.js', 'auth/provider.js', 'mail/transport.js'];
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'];
/** What Debian's slim images leave out: documents, and the Perl that merges /usr in old systems. */
const SLIM = [
  ...['doc', 'man', 'info', 'locale', 'lintian', 'linda', 'groff'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`),
  '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
  '--include=usr-is-merged',
];

const problems = [];
const must = (holds, words) => {
  console.log(`${holds ? 'passed' : 'FAILED'}: ${words}`);
  if (!holds) problems.push(words);
};

const missing = await mustHavePrograms({ programs: ['mmdebstrap'], packages: ['mmdebstrap'], what: 'a maker of Debian trees' });
if (missing !== undefined || process.getuid?.() !== 0) {
  console.error(missing ?? 'Only root can make Debian trees.');
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'longline-container-'));
// Never into a mount, if a program that made one was killed.
process.on('exit', () => run('rm', ['-rf', '--one-file-system', folder]));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const stages = readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
const trees = new Map();
let ffmpegBytes = 0;

const bases = new Set(stages.map(({ image }) => image));
must(bases.size === 1 && [...bases][0].includes('@sha256:'), 'all stages begin with one image, pinned by its digest');
const base = makeBase([...bases][0]);
for (const stage of stages) trees.set(stage.name, build(stage));
const image = trees.get(stages.at(-1).name);

must(image.user !== 'root' && image.user !== undefined, `the program runs as ${image.user}, not as root`);
must(image.healthcheck !== undefined, 'there is a health check');
const total = bytesUnder(image.tree);
const beside = (total - ffmpegBytes) / MEGABYTE;
console.log(`Unpacked: ${(total / MEGABYTE).toFixed(0)} MB, of which ffmpeg ${(ffmpegBytes / MEGABYTE).toFixed(0)} MB.`);
must(beside < SIZE_MOST_MB, `${beside.toFixed(0)} MB beside ffmpeg, less than ${SIZE_MOST_MB}`);
const sbom = JSON.parse(readFileSync(join(image.tree, 'app/sbom.json'), 'utf8'));
const installed = packagesIn(join(image.tree, 'app/node_modules'));
const named = new Set(sbom.components.map(({ purl }) => purl));
const unnamed = installed.filter((purl) => !named.has(purl));
must(
  unnamed.length === 0,
  `the SBOM names all ${installed.length} packages of the image${unnamed.length > 0 ? `, but not ${unnamed.join(', ')}` : ''}`,
);
await startsReadOnly();
buildsTheSameAgain();
hasPackagesForArm();

console.log(`
Not checked here: the image of the first line itself, in place of which stood Debian's packages and Node from npm; files that git
ignores but an engine copies; a build on arm64, apart from the names of its packages; an engine's limits, capabilities and networks.`);
console.log(problems.length === 0 ? 'The container is well.' : `${problems.length} problems.`);
process.exit(problems.length === 0 ? 0 : 1);

/** Debian's slim tree with the Node of the image. */
function makeBase(name) {
  const { version, release } = /^node:(?<version>[\d.]+)-(?<release>\w+)-slim@/.exec(name).groups;
  const tree = join(folder, 'base');
  console.log(`Making a tree of Debian ${release} with Node ${version} …`);
  // Its mounts end with it.
  run('unshare', ['--mount', 'mmdebstrap', '--quiet', '--variant=minbase', ...SLIM, release, tree]);
  const npm = join(folder, 'npm');
  mkdirSync(npm);
  run('npm', ['install', '--prefix', npm, '--no-save', '--silent', `node@${version}`, 'npm@11']);
  const local = join(tree, 'usr/local');
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  cpSync(join(npm, 'node_modules/node/bin/node'), join(local, 'bin/node'));
  cpSync(join(npm, 'node_modules/npm'), join(local, 'lib/node_modules/npm'), { recursive: true });
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm')]);
  run('chroot', [tree, 'useradd', '--uid', String(NODE_UID), '--create-home', 'node']);
  return tree;
}

function build({ name, steps }) {
  const tree = join(folder, `stage-${name}`);
  run('cp', ['-a', base, tree]);
  const state = { tree, env: {}, workdir: '/', user: 'root', healthcheck: undefined, command: [] };
  for (const { word, text } of steps) {
    if (word === 'RUN') {
      console.log(`  ${name}: ${text.slice(0, 100)}`);
      const before = text.includes('ffmpeg') ? bytesUnder(tree) : 0;
      inside(state, ['sh', '-c', text]);
      if (text.includes('ffmpeg')) ffmpegBytes = bytesUnder(tree) - before;
    } else if (word === 'COPY') copy(state, text);
    else if (word === 'ENV') Object.assign(state.env, Object.fromEntries(text.split(/\s+/).map((pair) => pair.split('='))));
    else if (word === 'WORKDIR') mkdirSync(join(tree, (state.workdir = text)), { recursive: true });
    else if (word === 'USER') state.user = text;
    else if (word === 'HEALTHCHECK') state.healthcheck = JSON.parse(text.slice(text.indexOf('[')));
    else if (word === 'CMD') state.command = JSON.parse(text);
    else if (word !== 'VOLUME' && word !== 'EXPOSE') throw new Error(`The check does not know ${word}.`);
  }
  return state;
}

function copy({ tree, workdir }, text) {
  const words = text.split(/\s+/);
  const from = words[0].startsWith('--from=') ? words.shift().slice('--from='.length) : undefined;
  const to = join(tree, words.at(-1).startsWith('/') ? '' : workdir, words.at(-1));
  for (const word of words.slice(0, -1)) {
    if (from) run('cp', ['-aT', join(trees.get(from).tree, word), to]);
    else
      for (const path of contextFiles().filter((file) => word === '.' || file === word))
        place(path, word === '.' ? join(to, path) : join(to, word));
  }
}

function place(path, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(ROOT, path), to);
}

/** The files that .dockerignore lets in: it leaves out everything and names what comes back. */
function contextFiles() {
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const asPattern = (line) =>
    new RegExp(
      `^${line
        .replaceAll('.', '\\.')
        .replaceAll('**/', '(?:.*/)?')
        .replace(/(?<!\.)\*/g, '[^/]*')}(/|$)`,
    );
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => asPattern(line.slice(1)));
  const left = lines.filter((line) => !line.startsWith('!') && line !== '**').map(asPattern);
  return run('git', ['-C', ROOT, 'ls-files', '--cached', '--others', '--exclude-standard'])
    .trim()
    .split('\n')
    .filter((path) => existsSync(join(ROOT, path)) && kept.some((one) => one.test(path)) && !left.some((one) => one.test(path)));
}

/** The words that run a program in a tree, with devices and /proc. @param mounts further commands of the shell, before it starts */
function insideWords({ tree, env, workdir, user }, words, mounts = '') {
  const registry = run('npm', ['config', 'get', 'registry']).trim();
  const variables = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/tmp', npm_config_registry: registry, ...env };
  // Authorities that this machine trusts, for npm.
  const trusted = process.env.NODE_EXTRA_CA_CERTS;
  if (trusted) Object.assign(variables, { NODE_EXTRA_CA_CERTS: TRUSTED, npm_config_cafile: TRUSTED });
  const trust = trusted ? `&& cp '${trusted}' ${tree}${TRUSTED}` : '';
  // Scripts of packages see no device of this machine but these.
  const devices = DEVICES.map((name) => `&& touch ${tree}/dev/${name} && mount --bind /dev/${name} ${tree}/dev/${name}`).join(' ');
  const script = `mount -t tmpfs tmpfs ${tree}/dev && mkdir ${tree}/dev/shm ${devices} && mount -t proc proc ${tree}/proc ${trust} ${mounts} && exec "$@"`;
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const entering = [
    'chroot',
    `--userspec=${user}`,
    tree,
    'env',
    '-i',
    ...settings,
    'sh',
    '-c',
    `cd ${workdir} && exec "$@"`,
    'sh',
    ...words,
  ];
  return ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', ...entering];
}

function inside(state, words) {
  return run('unshare', insideWords(state, words));
}

async function startsReadOnly() {
  const { tree } = image;
  // On this machine's network, but only on loopback.
  const port = String(await freePort());
  const state = { ...image, env: { ...image.env, PORT: port, HOST: '127.0.0.1' } };
  const mounts = `&& mount -t tmpfs tmpfs ${tree}/tmp && mount --rbind ${tree} ${tree} && mount --bind ${tree}/data ${tree}/data && mount -o remount,ro,bind ${tree}`;
  const server = spawn('unshare', insideWords(state, image.command, mounts), {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, because the server is a grandchild.
    detached: true,
  });
  const ended = once(server, 'exit');
  try {
    let printed = '';
    server.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
    const until = performance.now() + READY_MS;
    while (!printed.includes('Longline is ready') && server.exitCode === null && performance.now() < until) await wait(200);
    must(printed.includes('Longline is ready'), 'starts on a read-only root');
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch((error) => error);
    must(answer.status === 200, `answers: ${answer.status ?? answer.message}`);
    must(succeeds(state, image.healthcheck), 'its health check finds it well');
    const database = join(tree, 'data/database');
    must(existsSync(database) && lstatSync(database).uid === NODE_UID, 'its files belong to its user');
  } finally {
    if (server.pid !== undefined && server.exitCode === null && server.signalCode === null) process.kill(-server.pid, 'SIGKILL');
    await ended;
  }
  const imports = LATE.map((path) => `import('./dist/api/${path}')`).join();
  must(succeeds(image, ['node', '-e', `Promise.all([${imports}])`]), 'has the packages for buckets, mail and sign-in providers too');
}

function succeeds(state, words) {
  try {
    inside(state, words);
    return true;
  } catch {
    return false;
  }
}

function buildsTheSameAgain() {
  const stage = stages.find(({ name }) => name === 'build');
  const first = hashesUnder(join(trees.get('build').tree, 'app/dist'));
  rmSync(trees.get('build').tree, { recursive: true });
  const second = hashesUnder(join(build(stage).tree, 'app/dist'));
  const names = new Set([...first.keys(), ...second.keys()]);
  // A new PostgreSQL cluster has an identity of its own each time.
  const different = [...names].filter((name) => first.get(name) !== second.get(name) && !name.includes('database-template'));
  must(
    different.length === 0,
    `a second build has the same ${names.size} files${different.length > 0 ? `, but ${different.slice(0, 5).join(', ')}` : ', apart from the prepared database'}`,
  );
}

/** Whether each package with machine code for x64 that the image has exists for arm64 too. */
function hasPackagesForArm() {
  const locked = Object.keys(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages);
  const native = installed
    .map((purl) => decodeURIComponent(/^pkg:npm\/(.+)@/.exec(purl)[1]))
    .filter((name) => name.includes('linux') && name.includes('x64'));
  const lacking = native.filter((name) => !locked.some((path) => path.endsWith(`node_modules/${name.replace('x64', 'arm64')}`)));
  must(
    lacking.length === 0,
    `the lock file has the ${native.length} packages of machine code for arm64 too${lacking.map((name) => `, but not ${name}`).join('')}`,
  );
}

function packagesIn(modules) {
  const found = [];
  for (const name of readdirSync(modules)) {
    if (name.startsWith('.')) continue;
    const own = join(modules, name);
    if (name.startsWith('@')) {
      found.push(...readdirSync(own).flatMap((part) => packageAt(join(own, part))));
    } else found.push(...packageAt(own));
  }
  return found;
}

function packageAt(path) {
  if (!existsSync(join(path, 'package.json'))) return [];
  const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const nested = join(path, 'node_modules');
  return [`pkg:npm/${name.replace('@', '%40')}@${version}`, ...(existsSync(nested) ? packagesIn(nested) : [])];
}

function hashesUnder(root) {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(root.length), createHash('sha256').update(readFileSync(path)).digest('hex')];
    }),
  );
}

function bytesUnder(path) {
  return Number(run('du', ['-sxB1', path]).split('\t')[0]);
}

function run(program, words) {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e9 });
}
