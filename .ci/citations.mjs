import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RULES = 'docs/product-rules.md';
const DECISIONS = 'docs/decisions';
const FOLDERS = ['.ci', 'api', 'docs', 'pwa', 'sync'];
const TEXT = /\.(tsx?|mjs|css|md|html)$|rc\.json$/;

/** Reasons that a reader of this repository cannot look up. */
const UNRESOLVABLE = /\b(?:design,? sections? \d+|LOOK\.md|STYLE\.md|(?<!docs\/)decisions? \d+)\b/i;

/** Every citation of a rule or decision that does not exist, and every reason that cannot be looked up, as messages. */
export function unresolvedCitations(root) {
  const rules = new Set([...readFileSync(join(root, RULES), 'utf8').matchAll(/\*\*(R\d+)\*\*/g)].map(([, rule]) => rule));
  const decisions = new Set(readdirSync(join(root, DECISIONS)).map((name) => name.slice(0, 4)));
  const paths = FOLDERS.flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)));
  return [...paths, ...readdirSync(root)]
    .filter((path) => TEXT.test(path) && !path.includes('node_modules') && !path.startsWith('.ci/citations'))
    .flatMap((path) => citationFaults(readFileSync(join(root, path), 'utf8'), { rules, decisions }).map((fault) => `${path}:${fault}`));
}

/** @param {{ rules: Set<string>, decisions: Set<string> }} known rules as `R15`, decisions as `0043` */
export function citationFaults(text, { rules, decisions }) {
  return text.split('\n').flatMap((line, index) => {
    const faults = [
      ...[...line.matchAll(/(?<![\w./#-])R\d{1,3}\b(?!['"])/g)].filter(([rule]) => !rules.has(rule)).map(([rule]) => `no rule ${rule}`),
      ...[...line.matchAll(/decisions\/(\d{4})/g)]
        .filter(([, number]) => !decisions.has(number))
        .map(([, number]) => `no decision ${number}`),
    ];
    const [unresolvable] = UNRESOLVABLE.exec(line) ?? [];
    if (unresolvable) faults.push(`'${unresolvable}' cannot be looked up here: cite a rule (R15) or docs/decisions/NNNN`);
    return faults.map((fault) => `${index + 1}: ${fault}`);
  });
}
