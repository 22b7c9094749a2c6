/** `?dialog=install`: how to install the app where the browser has no prompt. */
export const INSTALL_DIALOG = 'install';
