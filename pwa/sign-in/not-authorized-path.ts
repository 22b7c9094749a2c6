/** Available in any login state (R5). */
export const NOT_AUTHORIZED_PATH = '/not-authorized';
