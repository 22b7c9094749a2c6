import { Link } from 'react-router-dom';
import { buttonStyle } from '../../components/button-style.ts';
import { EmptyState } from '../../components/empty-state.tsx';

export function NotFound() {
  return (
    <EmptyState
      level={1}
      title="404: Page not found"
      description="There is no page at this address."
      action={
        <Link to="/" className={buttonStyle('primary')}>
          Back to Training Log
        </Link>
      }
    />
  );
}
