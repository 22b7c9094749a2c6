/** Name of the list of partners' friends-only cues; its rows are removed when a partnership ends. */
export const PARTNERS_CUES_LIST = 'cues.partners';
