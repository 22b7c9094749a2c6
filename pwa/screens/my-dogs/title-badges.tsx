/** A dog's titles as badges. */
export function TitleBadges({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null;
  return (
    <span className="mt-1.5 flex flex-wrap gap-1">
      {titles.map((title, index) => (
        <span
          key={index}
          className="rounded-[4px] border border-control px-[7px] py-px text-13 font-semi text-ink-2 [overflow-wrap:anywhere]"
        >
          <bdi>{title}</bdi>
        </span>
      ))}
    </span>
  );
}
