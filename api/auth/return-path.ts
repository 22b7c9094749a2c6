const PLACE = 'http://longline.invalid';
const RETURN_MAX = 2_000;
// Browsers drop tabs and line breaks, and read a backslash as a slash: '/\evil.example' would leave this origin.
const TRICKS = /[\\\p{Cc}]/u;

/**
 * The path to go to after signing in. '/' for paths that might leave this origin, in any encoding, and for the
 * sign-in's own pages, which would loop.
 */
export function returnPath(asked: string | undefined): string {
  if (asked === undefined || asked.length > RETURN_MAX) return '/';
  if (!asked.startsWith('/') || asked.startsWith('//') || TRICKS.test(asked)) return '/';
  if (!URL.canParse(asked, PLACE)) return '/';
  const url = new URL(asked, PLACE);
  if (url.origin !== PLACE) return '/';
  const decoded = decodedPath(url.pathname);
  // '/%2fevil.example' and '/.//evil.example' stay on this origin, but a proxy that normalises paths may disagree.
  if (decoded === null || decoded.startsWith('//') || TRICKS.test(decoded)) return '/';
  if (/^\/api\/log(in|out)(\/|$)/.test(decoded)) return '/';
  return url.pathname + url.search + url.hash;
}

function decodedPath(path: string): string | null {
  try {
    // Decodes twice, to catch double encoding.
    return decodeURIComponent(decodeURIComponent(path));
  } catch {
    return null;
  }
}
