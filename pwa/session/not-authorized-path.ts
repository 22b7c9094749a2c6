/** Available in any login state (specification, section 2). */
export const NOT_AUTHORIZED_PATH = '/not-authorized';
