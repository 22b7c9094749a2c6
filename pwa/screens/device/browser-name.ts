import Bowser from 'bowser';
import { isIos } from '../../components/is-ios.ts';

/** 'Chrome 142 on Android', as the browser calls itself; null if it gives no name. */
export function browserName(): string | null {
  const { browser, os } = Bowser.parse(navigator.userAgent);
  if (!browser.name) return null;
  const version = browser.version?.split('.')[0];
  const system = isIos() ? (navigator.userAgent.includes('iPhone') ? 'iPhone' : 'iPad') : os.name;
  return [browser.name, version, system && `on ${system}`].filter(Boolean).join(' ');
}
