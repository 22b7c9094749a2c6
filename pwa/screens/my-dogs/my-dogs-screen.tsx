import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';

export function MyDogsScreen() {
  return (
    <>
      <PageHead title="My Dogs" />
      <EmptyState title="No dogs yet" description="Add a dog to see its training days and titles." />
    </>
  );
}
