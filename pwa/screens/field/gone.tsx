import { Link } from 'react-router-dom';
import { buttonStyle } from '../../components/button-style.ts';
import { FIELD_TEXTS as TEXTS } from './texts.ts';

/** A set that was deleted, or that another device has. */
export function Gone() {
  return (
    <main id="main" className="field-view">
      <div className="field-line">
        <h1 className="text-24">{TEXTS.gone}</h1>
        <Link to="/" replace className={buttonStyle('plain')}>
          {TEXTS.toLog}
        </Link>
      </div>
    </main>
  );
}
