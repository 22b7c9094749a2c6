export const JOIN_PATH = '/join';
