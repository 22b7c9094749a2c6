import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';

export function TrainingLogScreen() {
  return (
    <>
      <PageHead title="Training Log" quote="Write down what the dog did, not what you hoped for." />
      <EmptyState title="No training sessions yet" description="A title is enough. Notes and video can follow." />
    </>
  );
}
