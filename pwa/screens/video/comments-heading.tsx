import { TEXTS } from './texts.ts';

export const CommentsHeading = ({ count }: { count: number | undefined }) => (
  <h2 className="pb-3">
    {TEXTS.comments}
    {Boolean(count) && <span className="ms-1 font-regular text-ink-3"> {count}</span>}
  </h2>
);
