import { lazy } from '../domain/lazy.ts';

/** Two-letter continent code -> its English name. */
const CONTINENTS: ReadonlyMap<string, string> = new Map([
  ['AF', 'Africa'],
  ['AN', 'Antarctica'],
  ['AS', 'Asia'],
  ['EU', 'Europe'],
  ['NA', 'North America'],
  ['OC', 'Oceania'],
  ['SA', 'South America'],
]);

/**
 * ISO 3166-1 countries (and XK, commonly used for Kosovo) by continent. Countries on two continents are listed where
 * geo databases commonly put them: Cyprus and Russia in Europe, Turkey, the Caucasus and Kazakhstan in Asia.
 */
const COUNTRIES: Readonly<Record<string, string>> = {
  AF:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE ' +
    'NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  AN: 'AQ BV GS HM TF',
  AS:
    'AE AF AM AZ BD BH BN BT CN GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK ' +
    'PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  EU:
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK ' +
    'MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  NA:
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT ' +
    'US VC VG VI',
  OC: 'AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
  SA: 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
};

const continentOf = new Map(
  Object.entries(COUNTRIES).flatMap(([continent, countries]) =>
    countries.split(' ').map(country => [country, continent] as const),
  ),
);

/** The names of Intl take too long to load for a start; the first hit with a country waits for them. */
const labels = lazy(() => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  // "Hong Kong SAR China" is the formal name; people say "Hong Kong".
  const nameOf = (country: string) => (names.of(country) ?? country).replace(/ SAR China$/, '');
  return new Map([...continentOf.keys()].map(country => [country, `${country}:${nameOf(country)}`]));
});

/** Returns `DE:Germany` for `DE`; empty for anything that is not an ISO 3166-1 country. */
export function countryLabel(country: string): string {
  return labels().get(country) ?? '';
}

/** Returns `EU:Europe` for the database's continent code or, if that is unknown, for the country; else empty. */
export function continentLabel(continent: string, country: string): string {
  const code = CONTINENTS.has(continent) ? continent : continentOf.get(country);
  return code === undefined ? '' : `${code}:${CONTINENTS.get(code)}`;
}

/** English names that are neither today's nor those of Intl, as `plain` writes them. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  burma: 'MM',
  'cape verde': 'CV',
  'congo drc': 'CD',
  'congo republic': 'CG',
  'czech republic': 'CZ',
  'democratic republic of the congo': 'CD',
  'east timor': 'TL',
  'ivory coast': 'CI',
  macau: 'MO',
  macedonia: 'MK',
  'macedonia fyrom': 'MK',
  myanmar: 'MM',
  palestine: 'PS',
  'republic of the congo': 'CG',
  'russian federation': 'RU',
  swaziland: 'SZ',
  'the bahamas': 'BS',
  'the gambia': 'GM',
  'the netherlands': 'NL',
  turkey: 'TR',
  'united states of america': 'US',
  vatican: 'VA',
};

const byName = lazy(
  () =>
    new Map([
      ...[...labels()].map(([code, label]) => [plain(label.slice(3)), code] as const),
      ...Object.entries(OTHER_NAMES),
    ]),
);

/** Returns the ISO 3166 code of an English name, with or without accents; empty for any other text. */
export function countryNamed(name: string): string {
  return byName().get(plain(name)) ?? '';
}

/** Names differ between lists in their accents, in "and" or "&", in "Saint" or "St." and in signs. */
function plain(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters
    .replaceAll('&', ' and ')
    .replace(/\bsaint\b/g, 'st')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}
