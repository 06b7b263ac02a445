/** Endings of what pages load, of downloads, feeds and data; everything else is a page. */
const NO_PAGES: ReadonlySet<string> = new Set([
  ...['css', 'js', 'mjs', 'cjs', 'map', 'wasm', 'ts', 'tsx', 'less', 'scss'],
  ...[
    'png',
    'jpg',
    'jpeg',
    'jpe',
    'gif',
    'webp',
    'avif',
    'apng',
    'svg',
    'svgz',
    'ico',
    'cur',
    'bmp',
    'tif',
    'tiff',
    'heic',
    'jxl',
  ],
  ...['woff', 'woff2', 'ttf', 'otf', 'eot'],
  ...[
    'mp3',
    'm4a',
    'ogg',
    'oga',
    'opus',
    'wav',
    'flac',
    'aac',
    'mp4',
    'm4v',
    'webm',
    'ogv',
    'mov',
    'avi',
    'mkv',
    'm3u8',
    'mpd',
    'vtt',
    'srt',
  ],
  ...[
    'pdf',
    'zip',
    'gz',
    'tgz',
    'bz2',
    'xz',
    'zst',
    'tar',
    'rar',
    '7z',
    'dmg',
    'exe',
    'msi',
    'pkg',
    'deb',
    'rpm',
    'apk',
    'iso',
    'jar',
    'bin',
  ],
  ...['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp', 'epub', 'mobi', 'csv', 'ics', 'vcf'],
  ...[
    'json',
    'jsonld',
    'geojson',
    'xml',
    'xsl',
    'xslt',
    'rss',
    'atom',
    'rdf',
    'txt',
    'yml',
    'yaml',
    'toml',
    'md',
    'webmanifest',
    'manifest',
  ],
  ...['asc', 'sig', 'pem', 'env', 'ini', 'conf', 'log', 'bak', 'sql', 'swp', 'swf', 'db'],
]);
const LONGEST_ENDING = 11;
const FEED = /\/(?:feed|rss|atom)\/?$/i;
const WELL_KNOWN = '/.well-known/';
const SLASH = 47;
const POINT = 46;

/** Returns whether a path, or an absolute URL, is a page, by the content type of the response or else by its ending. */
export function isPage(target: string, type: string): boolean {
  if (type !== '') return /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
  const query = target.search(/[?#]/);
  const path = query < 0 ? target : target.slice(0, query);
  if (path.startsWith(WELL_KNOWN)) return false;
  for (let at = path.length - 1; at >= 0 && path.length - at <= LONGEST_ENDING + 1; at--) {
    const unit = path.charCodeAt(at);
    if (unit === SLASH) break;
    if (unit === POINT) return !NO_PAGES.has(path.slice(at + 1).toLowerCase());
  }
  return !FEED.test(path);
}
