import { DIALOG_PARAM } from '../components/use-dialog-route.ts';

/** Names of the dialogs of a session's page. */
export const ADD_EXERCISE = 'add-exercise';
export const EDIT_EXERCISE = 'edit-exercise';

/** The page of a session with the dialog that adds an exercise, or edits the set `setId`. */
export const exercisePath = (videoId: string, setId: string | null): string => {
  const dialog = setId === null ? { [DIALOG_PARAM]: ADD_EXERCISE } : { [DIALOG_PARAM]: EDIT_EXERCISE, id: setId };
  return `/video/${videoId}?${new URLSearchParams(dialog).toString()}`;
};
