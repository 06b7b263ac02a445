/*
 * What kind of device a user agent names, where the parser does not know it: it has no type for computers, takes most
 * televisions for phones or tablets, because they run Android, and some phones for tablets.
 */

const COMPUTERS = /^(?:Windows|macOS|Linux|Chrome OS|Haiku|Solaris|SunOS|.*BSD|DragonFly|Fuchsia|SerenityOS)$/i;
const PHONES = /^(?:Android|iOS|HarmonyOS|KaiOS|BlackBerry|Symbian|Series40|Bada|Windows Phone|Windows Mobile)$/;
const HANDHELDS = /^(?:Android|HarmonyOS)$/;

/** The words by which television sets, boxes and sticks name themselves anywhere in a user agent. */
const TELEVISION: readonly RegExp[] = [
  /HbbTV|CE-HTML|Web0S|webOS\.TV|VIDAA|ViziOS|VIZIO|BRAVIA|Viera|CrKey|\bRoku|Smart[-_ ]?TV|(?:Google|Apple|Android) ?TV/i,
  /NetCast|LG Browser|Philips TV|NETTV|NetRange|InettvBrowser|SonyDTV|AQUOSBrowser|Espial|DLNADOC|TV Store|\bOMI\//i,
  /Hybridcast|\bMaple[ _\d]|\bWebTV|\bAQUOS-|\bTV Safari|Safari\/[\d.]+ TV\b|(?<![a-z])STB(?![a-z])/i,
];

/** The part of an Android user agent that holds the model; later parts name browsers and apps. */
const MODEL = /\bAndr[o0]id\b[^;)]*;\s*([^()]*(?:\([^)]*\)[^()]*)?)/;
const BUILD = / ?Build\/[^;]*/;

/** The usual diagonals of televisions in inches, with which many makers begin a model's name. */
const INCHES = '(?:24|32|39|40|42|43|48|49|50|55|58|60|65|70|75|77|82|85|86|98)';

/** The words and numbers in the models of Android televisions, boxes and sticks. */
const TELEVISION_MODEL: readonly RegExp[] = [
  // Neither the phones HTV31 to HTV33, STV100 and LG-K430TV nor the tablets BTV-W09 and BNTV250.
  /(?<![\dH]|\bBN?)TV(?!100)/,
  /[Bb]o[Xx]\b|BOX|[Ss]tick\b|[Dd]ongle\b|\bStream(?:er|ing)\b|\bSTREAM\b|\bUHD|\b[48]K\b|LED[-_ ]?\d\d|\bDVB/,
  /\bAFT[A-Z0-9]{1,6}\b|\bChromecast|\bSHIELD(?! Tablet)|\bNexus Player|\bADT-\d|\bTPM\d{3}|\bYNDX-\d{5}/,
  /\b(?:DIW|UIW|DV|HMB)\d{3,4}|\b(?:X96|X88|H96|T95|MXQ|A95X|HK1|M8S|KM\d|TX\dS?|NEO-[UX]\d)(?!\d)/,
  // Makers of nothing but boxes.
  /\b(?:Zidoo|Ugoos|Beelink|Mecool|Tanix|Vontar|Minix|Magicsee|Transpeed|Formuler|Rombica|Vorke|Invin|Nexon|OzoneHD|Dune ?HD)/i,
  new RegExp(`^${INCHES}[A-Z]|[-_ ]${INCHES}[A-Z]{1,4}-?\\d|\\b[A-Z]{1,3}${INCHES}[A-Z]{3,}\\d`),
  new RegExp(`\\b[A-Z]${INCHES}(?:[A-Z]{2,3}\\d|[FHU]\\d{4})`),
];

/** The words and numbers in the models of tablets, some of whose browsers say Mobile as well. */
const TABLET_MODEL: readonly RegExp[] = [
  /(?:(?<!tech ?)tab|(?<!cool|tech ?)pad)(?:let)?(?![a-z])/i,
  /\b(?:SM-[TX]|GT-P|GT-N[58])\d|\bKF[A-Z]{2,}|\bYT\d?-|\bTB-?[\dXJ]|\bNexus (?:7|9|10)\b|\b[A-Z]{2,3}\d?-W[01]9/,
  // Huawei's tablets with a modem, which are named like its phones.
  /\b(?:AGS|AGR|BAH|BTV|BZ[KT]|CMR|CPN|DBY|HDL|JDN|KOB|MON|MRX|SCM|SHT|VRD)\d?-[A-Z]{1,2}\d\d/,
  // Models that begin with the diagonal, from 7 inches on: of BQ, Digma, Irbis, HP and Dell.
  /\bBQ(?:ru)?-(?:[7-9]|1[01])\d{2,3}|\bCITI[ _][78]\d{3}|\bTZ\d{3}\b|\b(?:Slate|Streak) ?7/i,
  // "MID" is for mobile internet device.
  /\bP?MIDC?-?\d|\bNook\b|\bBNTV|\bHTC Flyer/i,
];

/** Phones that show the pages of computers, or that send no Mobile in apps. */
const PHONE_MODEL = /\bSM-[ACEFGJMNS]\d|\bvivo \d/;

/** Phones that name neither their type nor a system that the parser knows. */
const OTHER_PHONES =
  /MIDP|MAUI|\bWAP|UP\.(?:Browser|Link)|O(?:bigo|BIGO)|Opera Mini|Teleca|DoCoMo|FOMA|KDDI|SoftBank|Vodafone|Windows CE|Lumia|WPDesktop|Palm/;

/** Apps and browsers of tablets that send the user agent of a phone or a computer. */
const TABLET_APP = /\/apad\b|\(iPad\d|\bSilk[/-]/;

/** Returns the device of a user agent from the type the parser found and our name for the system; empty if unknown. */
export function deviceOf(userAgent: string, type: string, os: string): string {
  if (type === 'console') return type;
  if (type === 'smarttv' || matches(TELEVISION, userAgent)) return 'tv';
  if (HANDHELDS.test(os)) {
    if (/\(PC;/.test(userAgent)) return 'desktop';
    const model = (MODEL.exec(userAgent)?.[1] ?? '').replace(BUILD, '');
    if (matches(TELEVISION_MODEL, model)) return 'tv';
    if (type === 'mobile' || type === 'tablet') return isTablet(userAgent, model, type) ? 'tablet' : 'mobile';
  }
  if ((type === 'mobile' || os === 'Android') && TABLET_APP.test(userAgent)) return 'tablet';
  if (type !== '') return type;
  if (PHONES.test(os) || OTHER_PHONES.test(userAgent)) return 'mobile';
  return COMPUTERS.test(os) ? 'desktop' : '';
}

/** Phones alone should send Mobile, by Google's rule, but some tablets send it, too. */
function isTablet(userAgent: string, model: string, type: string): boolean {
  if (matches(TABLET_MODEL, model) || TABLET_APP.test(userAgent)) return true;
  if (PHONE_MODEL.test(model)) return false;
  return (
    /\bAndroid\b.* Chrome\/[\d.]+ Safari\//.test(userAgent) || (type === 'tablet' && !/\bMobile\b/.test(userAgent))
  );
}

function matches(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some(pattern => pattern.test(text));
}
