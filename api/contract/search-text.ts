/**
 * Text as searches compare it, on the server and on a device: lower case, without accents and ligatures. It does not depend
 * on the reader's locale: Turkish lower case would turn `IGP` into `ıgp`.
 */
export const searchText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
