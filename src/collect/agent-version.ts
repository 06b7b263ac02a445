/*
 * Names with versions. Many browsers always send the same version of their system, so that it says nothing: then the
 * name stands alone.
 */

const CONSOLES = /^(?:PlayStation|Nintendo|Xbox)$/;
/** Their versions are those of distributions or of builds. */
const UNVERSIONED = /^(?:Linux|Chrome OS)$/;
/** Chrome sends the phone "K" with Android 10, whatever it runs on. */
const ANY_ANDROID = /\bAndroid 10; K\)/;
/** All browsers send 10.15 for every macOS since then. */
const LAST_MACOS = 15;

/** Returns the name of a browser with its major version, or alone if the version is unknown. */
export function withVersion(name: string, version: string): string {
  const major = /^\d{1,4}(?!\d)/.exec(version)?.[0];
  return name === '' || major === undefined ? name : `${name} ${major}`;
}

/** Returns the name of an operating system with its major version, or alone if it is unknown or always the same. */
export function systemVersion(name: string, version: string, userAgent: string): string {
  switch (name) {
    case 'Windows':
      if (/^1[01]\b/.test(version)) return 'Windows 10/11';
      return version === '' || version.startsWith('NT') ? name : `${name} ${version}`;
    case 'macOS':
      return macVersion(name, version);
    case 'Android':
      return ANY_ANDROID.test(userAgent) ? name : withVersion(name, version);
    case 'iOS':
      return withVersion(name, iosVersion(version, userAgent));
    default:
      if (UNVERSIONED.test(name)) return name;
      return CONSOLES.test(name) && /^[\w ]{1,20}$/.test(version) ? `${name} ${version}` : withVersion(name, version);
  }
}

/** The second number names the release up to 10.14. */
function macVersion(name: string, version: string): string {
  const [major, minor] = version.split('.');
  if (major !== '10') return withVersion(name, version);
  return minor === undefined || Number(minor) >= LAST_MACOS ? name : `${name} 10.${minor}`;
}

/** Safari sends 18 for every iOS since then, but has the version of its iOS. */
function iosVersion(version: string, userAgent: string): string {
  const safari = /\bVersion\/(\d+)[\d.]* Mobile\//.exec(userAgent)?.[1];
  return safari !== undefined && version.startsWith('18') && Number(safari) > 18 ? safari : version;
}
