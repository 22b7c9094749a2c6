/**
 * The stages of a Dockerfile, as far as ours goes: no arguments of a build, no forms of COPY besides `--from`.
 * @returns {{ name: string, image: string, steps: { word: string, text: string }[] }[]}
 */
export function readDockerfile(source) {
  const lines = source
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages = [];
  for (const line of lines) {
    const [, word, text] = /^(\w+)\s+(.*)$/.exec(line);
    const from = word === 'FROM' ? /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(text) : null;
    if (from) stages.push({ name: from[2] ?? 'image', image: from[1], steps: [] });
    else stages.at(-1).steps.push({ word, text });
  }
  return stages;
}
