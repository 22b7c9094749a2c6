/** The path of the next page: `<path>; rel="next"` in the `Link` header (RFC 8288). */
export const nextPage = ({ headers }: Response): string | null => headers.get('Link')?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1] ?? null;
