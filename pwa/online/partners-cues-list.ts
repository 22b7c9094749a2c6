/** Names the list of what partners show to friends alone, which ends with the partnership. */
export const PARTNERS_CUES_LIST = 'cues.partners';
