/** `?dialog=notify` */
export const PUSH_DIALOG = 'notify';
