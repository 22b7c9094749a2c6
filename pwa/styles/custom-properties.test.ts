import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PWA = fileURLToPath(new URL('..', import.meta.url));
const read = (end: RegExp) =>
  readdirSync(PWA, { recursive: true, encoding: 'utf8' })
    .filter((name) => end.test(name))
    .map((name) => readFileSync(PWA + name, 'utf8'))
    .join('\n');
const found = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map((match) => match[1]));

// A property without a value makes its whole declaration invalid, without a warning.
it('styles use only custom properties that a style or a component sets', () => {
  const styles = read(/\.css$/);
  const set = found(styles + read(/\.tsx?$/), /(--[\w-]+)['"]?\]?:/g);
  for (const name of found(read(/\.tsx?$/), /setProperty\(\s*['"](--[\w-]+)/g)) set.add(name);
  const used = found(styles, /var\((--[\w-]+)\)/g);
  expect(used.size).toBeGreaterThan(10);
  expect([...used].filter((name) => !set.has(name))).toEqual([]);
});
