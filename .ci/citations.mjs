import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RULES = 'docs/product-rules.md';
const DECISIONS = 'docs/decisions';
const FOLDERS = ['.ci', 'api', 'docs', 'pwa', 'sync'];
const TEXT = /\.(tsx?|mjs|css|md|html)$|rc\.json$/;

/** Reasons that a reader of this repository cannot look up. */
const UNRESOLVABLE = /\b(?:design,? sections? \d+|LOOK\.md|STYLE\.md|(?<!docs\/)decisions? \d+)\b/i;

/** Documents in which every path must exist. Decision records may name files that are gone since. */
const WITH_PATHS = /^(?:README|CONTRIBUTING)\.md$|^docs\/[^/]+\.md$/;

/** @returns a message for each citation of a rule or decision that does not exist, and each reason that cannot be looked up */
export function unresolvedCitations(root) {
  const rules = new Set([...readFileSync(join(root, RULES), 'utf8').matchAll(/\*\*(R\d+)\*\*/g)].map(([, rule]) => rule));
  const decisionFiles = new Set(readdirSync(join(root, DECISIONS)));
  const decisions = new Set([...decisionFiles].map((name) => name.slice(0, 4)));
  const known = { rules, decisions, decisionFiles };
  const paths = FOLDERS.flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)));
  return [...paths, ...readdirSync(root)]
    .filter((path) => TEXT.test(path) && !path.includes('node_modules') && !path.startsWith('.ci/citations'))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const missing = WITH_PATHS.test(path) ? missingPaths(text, (cited) => existsSync(join(root, cited))) : [];
      return [...citationFaults(text, known), ...missing].map((fault) => `${path}:${fault}`);
    });
}

/** @returns a message for each path in backticks that does not exist. Patterns with `*` or `{` and placeholders are left out. */
export function missingPaths(text, exists) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/`((?:api|pwa|sync|\.ci)\/[^`\s*{}<>]*)`/g)]
        .filter(([, path]) => !exists(path))
        .map(([, path]) => `${index + 1}: no file ${path}`),
    );
}

/**
 * @param {{ rules: Set<string>, decisions: Set<string>, decisionFiles: Set<string> }} known rules as `R15`, decisions as
 * `0043`, their files as `0043-name.md`
 */
export function citationFaults(text, { rules, decisions, decisionFiles }) {
  return text.split('\n').flatMap((line, index) => {
    const faults = [
      ...[...line.matchAll(/(?<![\w./#-])R\d{1,3}\b(?!['"])/g)].filter(([rule]) => !rules.has(rule)).map(([rule]) => `no rule ${rule}`),
      ...[...line.matchAll(/decisions\/(\d{4})/g)]
        .filter(([, number]) => !decisions.has(number))
        .map(([, number]) => `no decision ${number}`),
      ...[...line.matchAll(/(?:decisions\/|\]\()((\d{4})-[\w.-]+\.md)/g)]
        .filter(([, file, number]) => decisions.has(number) && !decisionFiles.has(file))
        .map(([, file]) => `no decision file ${file}`),
    ];
    const [unresolvable] = UNRESOLVABLE.exec(line) ?? [];
    if (unresolvable) faults.push(`'${unresolvable}' cannot be looked up here: cite a rule (R15) or docs/decisions/NNNN`);
    return faults.map((fault) => `${index + 1}: ${fault}`);
  });
}
