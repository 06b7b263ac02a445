/** Our names for browsers that the parser names otherwise, by the parser's name in lower case. */
const BROWSERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'android browser': 'Android Browser',
    brave: 'Brave',
    chrome: 'Chrome',
    'chrome headless': 'Chrome',
    'chrome webview': 'Chrome',
    dragon: 'Comodo Dragon',
    epiphany: 'GNOME Web',
    fennec: 'Firefox',
    firefox: 'Firefox',
    gsa: 'Google App',
    iceweasel: 'Firefox',
    ie: 'Internet Explorer',
    iemobile: 'Internet Explorer',
    kakaotalk: 'KakaoTalk',
    'mobile safari': 'Safari',
    naver: 'Naver',
    mobilesafari: 'Safari',
    nokiabrowser: 'Nokia Browser',
    netfront: 'NetFront',
    obigo: 'Obigo',
    opera: 'Opera',
    'opera coast': 'Opera',
    'opera gx': 'Opera',
    'opera mini': 'Opera Mini',
    'opera mobi': 'Opera',
    'opera mobile': 'Opera',
    'opera tablet': 'Opera',
    'opera touch': 'Opera',
    palemoon: 'Pale Moon',
    polaris: 'Polaris',
    qqbrowser: 'QQ Browser',
    qqbrowserlite: 'QQ Browser',
    safari: 'Safari',
    ucbrowser: 'UC Browser',
    upbrowser: 'UP.Browser',
    whale: 'Whale',
  }),
);

/** Our names for operating systems, likewise; Linux distributions are listed in DISTRIBUTIONS. */
const SYSTEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    android: 'Android',
    'android-x86': 'Android',
    'android x86': 'Android',
    bada: 'Bada',
    blackberry: 'BlackBerry',
    'chromium os': 'Chrome OS',
    harmonyos: 'HarmonyOS',
    ios: 'iOS',
    kaios: 'KaiOS',
    'mac os': 'macOS',
    netrange: 'NetRange',
    nettv: 'NetTV',
    nintendo: 'Nintendo',
    openharmony: 'HarmonyOS',
    playstation: 'PlayStation',
    series40: 'Series40',
    symbian: 'Symbian',
    tizen: 'Tizen',
    viera: 'Viera',
    webos: 'webOS',
    windows: 'Windows',
    'windows iot': 'Windows',
    'windows mobile': 'Windows Mobile',
    'windows phone': 'Windows Phone',
    'windows phone os': 'Windows Phone',
    xbox: 'Xbox',
  }),
);

const DISTRIBUTIONS =
  /^(?:linux|gnu|joli|mint|mageia|vectorlinux|[kxln]?ubuntu|debian|(?:open)?suse|gentoo|arch|slackware|fedora|mandriva|centos|pclinuxos|red ?hat|zenwalk|linpus|raspbian|deepin|manjaro|elementary os|sabayon|linspire)$/;

/** Returns our name for a browser that the parser or another tool names; the name itself if we have no other. */
export function browserCalled(name: string): string {
  return BROWSERS.get(name.toLowerCase()) ?? name;
}

/** Returns our name for an operating system, likewise. */
export function systemCalled(name: string): string {
  const lower = name.toLowerCase();
  return DISTRIBUTIONS.test(lower) ? 'Linux' : (SYSTEMS.get(lower) ?? name);
}
