import { readLines } from './packed-lines.ts';

/** A line of a list of media: hash and size as stored, and the path by which rows name the file. */
export interface NamedFile {
  sha256: string;
  size: number;
  path: string;
}

export async function* readNamed(list: string): AsyncGenerator<NamedFile> {
  for await (const line of readLines(list)) {
    const [sha256 = '', size, path = ''] = line.split(' ');
    yield { sha256, size: Number(size), path };
  }
}

export const lineOf = ({ sha256, size, path }: NamedFile): string => `${sha256} ${size} ${path}`;

/** In groups of up to this many, so that a distant store answers several requests at once. */
const AT_ONCE = 8;

export async function* severalAtOnce<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const one of all) {
    group.push(one);
    if (group.length < AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
