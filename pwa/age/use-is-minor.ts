import { useUser } from '../sign-in/sign-in-context.tsx';

/** Whether the signed-in person is under 18, as far as they have said. */
export const useIsMinor = (): boolean => useUser().isAdult === false;
