/**
 * The origin of demo visitors: weight, language, and continent, country, region and city as the statistics
 * store them.
 */
export interface City {
  readonly weight: number;
  readonly language: string;
  readonly continent: string;
  readonly country: string;
  readonly region: string;
  readonly city: string;
}

const EU = 'EU:Europe';
const NA = 'NA:North America';
const SA = 'SA:South America';
const AS = 'AS:Asia';
const AF = 'AF:Africa';
const OC = 'OC:Oceania';

const LIST: readonly [number, string, string, string, string][] = [
  [60, 'de', EU, 'DE:Germany', 'Berlin, State of Berlin'],
  [42, 'de', EU, 'DE:Germany', 'Munich, Bavaria'],
  [38, 'de', EU, 'DE:Germany', 'Hamburg, Hamburg'],
  [30, 'de', EU, 'DE:Germany', 'Cologne, North Rhine-Westphalia'],
  [26, 'de', EU, 'DE:Germany', 'Frankfurt am Main, Hesse'],
  [14, 'de', EU, 'DE:Germany', 'Leipzig, Saxony'],
  [22, 'de', EU, 'AT:Austria', 'Vienna, Vienna'],
  [8, 'de', EU, 'AT:Austria', 'Graz, Styria'],
  [20, 'de', EU, 'CH:Switzerland', 'Zurich, Zurich'],
  [7, 'fr', EU, 'CH:Switzerland', 'Geneva, Geneva'],
  [36, 'fr', EU, 'FR:France', 'Paris, Île-de-France'],
  [12, 'fr', EU, 'FR:France', 'Lyon, Auvergne-Rhône-Alpes'],
  [9, 'fr', EU, 'FR:France', 'Toulouse, Occitanie'],
  [48, 'en', EU, 'GB:United Kingdom', 'London, England'],
  [14, 'en', EU, 'GB:United Kingdom', 'Manchester, England'],
  [9, 'en', EU, 'GB:United Kingdom', 'Edinburgh, Scotland'],
  [10, 'en', EU, 'IE:Ireland', 'Dublin, Leinster'],
  [26, 'nl', EU, 'NL:Netherlands', 'Amsterdam, North Holland'],
  [11, 'nl', EU, 'NL:Netherlands', 'Rotterdam, South Holland'],
  [9, 'nl', EU, 'BE:Belgium', 'Antwerp, Flanders'],
  [10, 'fr', EU, 'BE:Belgium', 'Brussels, Brussels Capital'],
  [18, 'es', EU, 'ES:Spain', 'Madrid, Madrid'],
  [15, 'es', EU, 'ES:Spain', 'Barcelona, Catalonia'],
  [12, 'pt', EU, 'PT:Portugal', 'Lisbon, Lisbon'],
  [14, 'it', EU, 'IT:Italy', 'Milan, Lombardy'],
  [11, 'it', EU, 'IT:Italy', 'Rome, Lazio'],
  [17, 'pl', EU, 'PL:Poland', 'Warsaw, Mazovia'],
  [8, 'pl', EU, 'PL:Poland', 'Kraków, Lesser Poland'],
  [9, 'cs', EU, 'CZ:Czechia', 'Prague, Prague'],
  [13, 'sv', EU, 'SE:Sweden', 'Stockholm, Stockholm'],
  [9, 'da', EU, 'DK:Denmark', 'Copenhagen, Capital Region'],
  [8, 'no', EU, 'NO:Norway', 'Oslo, Oslo'],
  [8, 'fi', EU, 'FI:Finland', 'Helsinki, Uusimaa'],
  [7, 'el', EU, 'GR:Greece', 'Athens, Attica'],
  [7, 'hu', EU, 'HU:Hungary', 'Budapest, Budapest'],
  [6, 'ro', EU, 'RO:Romania', 'Bucharest, București'],
  [8, 'uk', EU, 'UA:Ukraine', 'Kyiv, Kyiv City'],
  [50, 'en', NA, 'US:United States', 'New York, New York'],
  [34, 'en', NA, 'US:United States', 'San Francisco, California'],
  [30, 'en', NA, 'US:United States', 'Los Angeles, California'],
  [24, 'en', NA, 'US:United States', 'Seattle, Washington'],
  [22, 'en', NA, 'US:United States', 'Chicago, Illinois'],
  [19, 'en', NA, 'US:United States', 'Austin, Texas'],
  [14, 'en', NA, 'US:United States', 'Boston, Massachusetts'],
  [17, 'en', NA, 'CA:Canada', 'Toronto, Ontario'],
  [8, 'fr', NA, 'CA:Canada', 'Montréal, Quebec'],
  [12, 'es', NA, 'MX:Mexico', 'Mexico City, Mexico City'],
  [19, 'pt', SA, 'BR:Brazil', 'São Paulo, São Paulo'],
  [7, 'pt', SA, 'BR:Brazil', 'Rio de Janeiro, Rio de Janeiro'],
  [9, 'es', SA, 'AR:Argentina', 'Buenos Aires, Buenos Aires F.D.'],
  [6, 'es', SA, 'CO:Colombia', 'Bogotá, Bogota D.C.'],
  [26, 'en', AS, 'IN:India', 'Bengaluru, Karnataka'],
  [15, 'en', AS, 'IN:India', 'Mumbai, Maharashtra'],
  [18, 'ja', AS, 'JP:Japan', 'Tokyo, Tokyo'],
  [9, 'ko', AS, 'KR:South Korea', 'Seoul, Seoul'],
  [12, 'en', AS, 'SG:Singapore', 'Singapore, Singapore'],
  [7, 'zh', AS, 'TW:Taiwan', 'Taipei, Taiwan'],
  [8, 'id', AS, 'ID:Indonesia', 'Jakarta, Jakarta'],
  [8, 'tr', AS, 'TR:Türkiye', 'Istanbul, Istanbul'],
  [6, 'he', AS, 'IL:Israel', 'Tel Aviv, Tel Aviv'],
  [7, 'en', AF, 'ZA:South Africa', 'Cape Town, Western Cape'],
  [6, 'en', AF, 'NG:Nigeria', 'Lagos, Lagos'],
  [5, 'en', AF, 'KE:Kenya', 'Nairobi, Nairobi Area'],
  [4, 'ar', AF, 'EG:Egypt', 'Cairo, Cairo'],
  [15, 'en', OC, 'AU:Australia', 'Sydney, New South Wales'],
  [10, 'en', OC, 'AU:Australia', 'Melbourne, Victoria'],
  [5, 'en', OC, 'NZ:New Zealand', 'Auckland, Auckland'],
];

export const CITIES: readonly City[] = LIST.map(([weight, language, continent, country, city]) => ({
  weight,
  language,
  continent,
  country,
  region: `${country.slice(0, 2)}:${city.slice(city.indexOf(', ') + 2)}`,
  city: `${country.slice(0, 2)}:${city}`,
}));
