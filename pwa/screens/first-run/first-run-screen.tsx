import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { openedHere } from '../../components/use-dialog-route.ts';
import { endFirstRun, isFirstRunOver } from '../../first-run/first-run-over.ts';
import { FIRST_RUN_PATH, isLedHere, LED_HERE, type Step, STEPS } from '../../first-run/first-run-path.ts';
import { useUser } from '../../sign-in/sign-in-context.tsx';
import { DogStep } from './dog-step.tsx';
import { ProfileStep } from './profile-step.tsx';
import { SessionStep } from './session-step.tsx';

const ADD_SESSION = 'add-session';

/** The first run at `/welcome` (R261) in three steps. The person can skip each step, or leave at any step. */
export function FirstRunScreen() {
  const { id } = useUser();
  const { state } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const step = STEPS.find((each) => String(each) === params.get('step')) ?? 1;
  // Read this only when the screen opens, as after Back from the log: `leave` itself navigates.
  const [isOver] = useState(() => isFirstRunOver(id));
  if (!isLedHere(state) || isOver) return <Navigate to="/" replace />;
  const go = (to: Step) => void navigate(`${FIRST_RUN_PATH}?step=${to}`, LED_HERE);
  const leave = () => {
    endFirstRun(id);
    void navigate('/', { replace: true });
  };
  const log = (mediaId?: string) => {
    leave();
    const search = new URLSearchParams({ dialog: ADD_SESSION, ...(mediaId && { shared: mediaId }) });
    void navigate(`/?${search}`, { state: openedHere(ADD_SESSION) });
  };
  return (
    <>
      {step === 1 && <ProfileStep onNext={() => go(2)} onLeave={leave} />}
      {step === 2 && <DogStep onNext={() => go(3)} onLeave={leave} />}
      {step === 3 && <SessionStep onLog={log} onLeave={leave} />}
    </>
  );
}
