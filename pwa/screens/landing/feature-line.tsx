import { Knot } from '../../components/knot.tsx';
import { TEXTS } from './texts.ts';

/** The four features as knots on a line: vertical on phones, horizontal from 768 px. */
export function FeatureLine() {
  return (
    <ul className="feature-line">
      {TEXTS.features.map(({ title, text }) => (
        <li key={title}>
          <Knot />
          <h3>{title}</h3>
          <p className="mt-1 max-w-[40ch] text-ink-2">{text}</p>
        </li>
      ))}
    </ul>
  );
}
