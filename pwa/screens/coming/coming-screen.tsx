import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { comingTexts } from './texts.ts';

export function ComingScreen({ screen }: { screen: keyof typeof comingTexts }) {
  const { heading, title, description } = comingTexts[screen];
  return (
    <>
      <PageHead title={heading} />
      <EmptyState title={title} description={description} />
    </>
  );
}
