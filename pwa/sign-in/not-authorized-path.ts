/** The page at this path is available in any sign-in state (R5). */
export const NOT_AUTHORIZED_PATH = '/not-authorized';
