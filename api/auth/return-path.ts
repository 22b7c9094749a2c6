const PLACE = 'http://longline.invalid';
const RETURN_MAX = 2_000;
// A browser drops tabs and line breaks, and takes a backslash for a slash: '/\evil.example' would leave this origin.
const TRICKS = /[\\\p{Cc}]/u;

/**
 * The path to go to after signing in; '/' for whatever might lead off this origin, however it is encoded, and for the
 * sign-in's own pages, which would lead in a circle.
 */
export function returnPath(asked: string | undefined): string {
  if (asked === undefined || asked.length > RETURN_MAX) return '/';
  if (!asked.startsWith('/') || asked.startsWith('//') || TRICKS.test(asked)) return '/';
  if (!URL.canParse(asked, PLACE)) return '/';
  const url = new URL(asked, PLACE);
  if (url.origin !== PLACE) return '/';
  const decoded = decodedPath(url.pathname);
  // '/%2fevil.example' and '/.//evil.example' stay here by the letter; a proxy that tidies paths may think otherwise.
  if (decoded === null || decoded.startsWith('//') || TRICKS.test(decoded)) return '/';
  if (/^\/api\/log(in|out)(\/|$)/.test(decoded)) return '/';
  return url.pathname + url.search + url.hash;
}

function decodedPath(path: string): string | null {
  try {
    // Twice, for those that wrap one encoding in another.
    return decodeURIComponent(decodeURIComponent(path));
  } catch {
    return null;
  }
}
