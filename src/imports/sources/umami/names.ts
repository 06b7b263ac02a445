import type { SeenHit } from '../../../domain/stored-hit.ts';
import { agentNamed } from '../../agent-named.ts';

/** What Umami's ids of browsers are called here, where it is another name. */
const BROWSERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'android-webview': 'Chrome',
    android: 'Android Browser',
    bb10: 'BlackBerry',
    'chromium-webview': 'Chrome',
    crios: 'Chrome',
    'edge-chromium': 'Edge',
    'edge-ios': 'Edge',
    facebook: 'Facebook',
    fxios: 'Firefox',
    instagram: 'Instagram',
    ios: 'Safari',
    'ios-webview': 'Safari',
    kakaotalk: 'KakaoTalk',
    miui: 'MIUI Browser',
    'opera-mini': 'Opera Mini',
    samsung: 'Samsung Internet',
    silk: 'Silk',
    vivaldi: 'Vivaldi',
    yandexbrowser: 'Yandex',
  }),
);

const SYSTEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'amazon os': 'Android',
    'android os': 'Android',
    'blackberry os': 'BlackBerry',
    'sun os': 'Solaris',
  }),
);

const WINDOWS = /^Windows (XP|Vista|ME|\d[\d.]*)$/;

/** Returns our names for a browser, a system and a device of Umami. */
export function umamiAgent(browser: string, os: string, device: string): SeenHit['agent'] {
  const windows = WINDOWS.exec(os)?.[1];
  return agentNamed({
    browser: BROWSERS.get(browser) ?? browser,
    os: os.startsWith('Windows') && !/Phone|Mobile/.test(os) ? 'Windows' : (SYSTEMS.get(os.toLowerCase()) ?? os),
    osVersion: windows ?? '',
    device,
  });
}
