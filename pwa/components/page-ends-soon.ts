/** Whether the page is about to load again with a new version: until then it fetches nothing ahead. */
let endsSoon = false;

export const pageEndsSoon = (): boolean => endsSoon;

export function setPageEndsSoon(value: boolean): void {
  endsSoon = value;
}
