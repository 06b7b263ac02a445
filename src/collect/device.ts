/*
 * What kind of device a user agent names, where the parser does not know it: it has no type for computers, takes most
 * televisions for phones or tablets, because they run Android, and some phones for tablets.
 */

const COMPUTERS = /^(?:Windows|macOS|Linux|Chrome OS|Haiku|Solaris|SunOS|.*BSD|DragonFly|Fuchsia|SerenityOS)$/i;
const PHONES = /^(?:Android|iOS|HarmonyOS|KaiOS|BlackBerry|Symbian|Series40|Bada|Windows Phone|Windows Mobile)$/;
const HANDHELDS = /^(?:Android|HarmonyOS)$/;

/** The words by which television sets, boxes and sticks name themselves anywhere in a user agent. */
const TELEVISION = new RegExp(
  [
    ...[
      'HbbTV|CE-HTML|NetCast|Web0S|webOS\\.TV|VIDAA|ViziOS|VIZIO|NETTV|InettvBrowser|AQUOSBrowser|Google ?TV|Apple ?TV',
    ],
    ...['BRAVIA|Viera|CrKey|AndroidTV|\\bRoku|Smart[-_ ]?TV|\\bTV Safari|Safari/[\\d.]+ TV\\b|(?<![a-z])STB(?![a-z])'],
    ...['\\bOMI/|TV Store|DLNADOC|LG Browser|Espial|Philips TV|\\bOpera TV|NetRange|SonyDTV'],
  ].join('|'),
  'i',
);

/** The part of an Android user agent that holds the model; later parts name browsers and apps. */
const MODEL = /\bAndr[o0]id\b[^;)]*;\s*([^()]*(?:\([^)]*\)[^()]*)?)/;
const BUILD = / ?Build\/[^;]*/;

/** The usual diagonals of televisions in inches, with which many makers begin a model's name. */
const INCHES = '(?:24|32|39|40|42|43|48|49|50|55|58|60|65|70|75|77|82|85|86|98)';

/** The words and numbers in the models of Android televisions, boxes and sticks. */
const ANDROID_TELEVISION = new RegExp(
  [
    // The phones HTV31 to HTV33 and those with a tuner, such as LG-K430TV, are not televisions.
    ...[
      '(?<![\\dH])TV',
      'TV[-_ ]?BOX',
      '\\bAFT[A-Z0-9]{1,6}\\b',
      '\\bTPM\\d{3}',
      '\\bADT-\\d',
      '\\b(?:DIW|UIW|DV|HMB)\\d{3,4}',
    ],
    ...[
      '[Bb]o[Xx]\\b',
      'BOX',
      '\\bChromecast',
      '\\bBRAVIA',
      '\\bSHIELD(?! Tablet)',
      '\\bNexus Player',
      '[OQ]?LED[-_ ]?\\d\\d',
    ],
    ...[
      '\\bStream(?:er|ing)\\b',
      '\\bSTREAM\\b',
      '[Ss]tick\\b',
      '[Dd]ongle\\b',
      '\\bUHD',
      '\\b4K\\b',
      '(?<![A-Za-z])STB',
      '\\b(?:X96|H96|T95|MXQ|A95X)',
    ],
    ...[`^${INCHES}[A-Z]`, `[-_ ]${INCHES}[A-Z]{1,4}-?\\d`, `\\b[A-Z]{1,3}${INCHES}[A-Z]{3,}\\d\\d`],
  ].join('|'),
);

/** The words and numbers in the models of tablets, some of whose browsers say Mobile as well. */
const TABLET = new RegExp(
  [
    ...[
      '(?:tab|pad)(?:let)?(?![a-z])',
      'tablet',
      '\\b(?:SM-[TX]|GT-P|GT-N[58])\\d',
      '\\bKF[A-Z]{2,}',
      '\\bYT\\d?-',
      '\\bTB-?[\\dXJ]',
    ],
    ...['\\bNexus (?:7|9|10)\\b', '\\b[A-Z]{3}\\d?-W[01]9\\b'],
  ].join('|'),
  'i',
);

/** Apps of tablets that name the tablet after a phone's user agent. */
const TABLET_APP = /\/apad\b|\(iPad\d/;

/** Returns the device of a user agent from the type the parser found and our name for the system; empty if unknown. */
export function deviceOf(userAgent: string, type: string, os: string): string {
  if (type === 'console') return type;
  if (type === 'smarttv' || TELEVISION.test(userAgent)) return 'tv';
  if (HANDHELDS.test(os)) {
    if (/\(PC;/.test(userAgent)) return 'desktop';
    const model = (MODEL.exec(userAgent)?.[1] ?? '').replace(BUILD, '');
    if (ANDROID_TELEVISION.test(model)) return 'tv';
    if (type === 'mobile' || type === 'tablet') return isTablet(userAgent, model, type) ? 'tablet' : 'mobile';
  }
  if (type === 'mobile' && TABLET_APP.test(userAgent)) return 'tablet';
  if (type !== '') return type;
  if (COMPUTERS.test(os)) return 'desktop';
  return PHONES.test(os) ? 'mobile' : '';
}

/** Phones alone should send Mobile, by Google's rule, but some tablets send it, too. */
function isTablet(userAgent: string, model: string, type: string): boolean {
  if (TABLET.test(model) || TABLET_APP.test(userAgent)) return true;
  return (
    /\bAndroid\b.* Chrome\/[\d.]+ Safari\//.test(userAgent) || (type === 'tablet' && !/\bMobile\b/.test(userAgent))
  );
}
