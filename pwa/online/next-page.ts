/** Where a list of the API goes on: the path of `<path>; rel="next"` in its `Link` header (RFC 8288). */
export const nextPage = ({ headers }: Response): string | null => headers.get('Link')?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1] ?? null;
