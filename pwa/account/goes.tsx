/** What goes with an account: rows of names and counts. */
export function Goes({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid">
      {rows.map(([name, count]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
          <dt>{name}</dt>
          <dd className="font-semi tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
