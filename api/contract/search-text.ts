/**
 * Normalises text for searching, on server and device alike: lower case, without accents and ligatures. It ignores the
 * reader's locale: Turkish lower case would turn `IGP` into `ıgp`.
 */
export const searchText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
