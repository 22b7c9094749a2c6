import type { Friendship } from '../../api/contract/entities/friendship.ts';
import { Button } from '../components/button.tsx';
import { partnerName } from './person-name.ts';
import { PEOPLE_TEXTS as TEXTS } from './texts.ts';
import type { PartnershipActions } from './use-partnership-actions.ts';

export interface AnswerButtonsProps {
  request: Friendship;
  actions: Pick<PartnershipActions, 'accept' | 'decline'>;
  /** Called on a click. Move the focus elsewhere, because the click removes these buttons. */
  onAnswered: () => void;
}

/** Accept and Decline, for a request that the person has to answer. */
export function AnswerButtons({ request, actions, onAnswered }: AnswerButtonsProps) {
  const name = partnerName(request);
  const answer = (act: (id: string) => Promise<void>) => {
    void act(request.id);
    onAnswered();
  };
  return (
    <span className="inline-flex flex-wrap gap-2">
      <Button tone="primary" compact aria-label={TEXTS.acceptOf(name)} onClick={() => answer(actions.accept)}>
        {TEXTS.accept}
      </Button>
      <Button aria-label={TEXTS.declineOf(name)} onClick={() => answer(actions.decline)}>
        {TEXTS.decline}
      </Button>
    </span>
  );
}
