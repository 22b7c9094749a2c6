/** Whether the page is about to reload with a new version. If so, it prefetches nothing. */
let endsSoon = false;

export const pageEndsSoon = (): boolean => endsSoon;

export function setPageEndsSoon(value: boolean): void {
  endsSoon = value;
}
