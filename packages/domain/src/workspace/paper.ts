export type Paper = 'A4' | 'Letter';

/** The countries that print on US Letter, each with its time zones, those of earlier days among them; the rest of the world has A4. */
const LETTER: Record<string, RegExp> = {
  BZ: /^America\/Belize$/,
  CA: /^(?:Canada\/.+|America\/(?:Atikokan|Blanc-Sablon|Cambridge_Bay|Coral_Harbour|Creston|Dawson|Dawson_Creek|Edmonton|Fort_Nelson|Glace_Bay|Goose_Bay|Halifax|Inuvik|Iqaluit|Moncton|Montreal|Nipigon|Pangnirtung|Rainy_River|Rankin_Inlet|Regina|Resolute|St_Johns|Swift_Current|Thunder_Bay|Toronto|Vancouver|Whitehorse|Winnipeg|Yellowknife))$/,
  CL: /^(?:Chile\/.+|America\/(?:Coyhaique|Punta_Arenas|Santiago)|Pacific\/Easter)$/,
  CO: /^America\/Bogota$/,
  CR: /^America\/Costa_Rica$/,
  DO: /^America\/Santo_Domingo$/,
  GT: /^America\/Guatemala$/,
  MX: /^(?:Mexico\/.+|America\/(?:Bahia_Banderas|Cancun|Chihuahua|Ciudad_Juarez|Ensenada|Hermosillo|Matamoros|Mazatlan|Merida|Mexico_City|Monterrey|Ojinaga|Santa_Isabel|Tijuana))$/,
  NI: /^America\/Managua$/,
  PA: /^America\/Panama$/,
  PH: /^Asia\/Manila$/,
  PR: /^America\/Puerto_Rico$/,
  SV: /^America\/El_Salvador$/,
  US: /^(?:US\/.+|Navajo|America\/(?:Adak|Anchorage|Atka|Boise|Chicago|Denver|Detroit|Fort_Wayne|Indiana\/.+|Indianapolis|Juneau|Kentucky\/.+|Knox_IN|Los_Angeles|Louisville|Menominee|Metlakatla|New_York|Nome|North_Dakota\/.+|Phoenix|Shiprock|Sitka|Yakutat)|Pacific\/(?:Honolulu|Johnston))$/,
  VE: /^America\/Caracas$/,
};

/** Time without a place. */
const NOWHERE = /^(?:UTC|GMT|Etc\/.+|Zulu|Universal|Greenwich|UCT)$/;

/**
 * The paper of an office: by its time zone, and where that names no place, by the region of the reader's language. The zone goes first,
 * since browsers all over the world say `en-US`.
 */
export function paperOf(timeZone: string, language?: string): Paper {
  if (NOWHERE.test(timeZone)) return regionOf(language) in LETTER ? 'Letter' : 'A4';
  return Object.values(LETTER).some((zones) => zones.test(timeZone)) ? 'Letter' : 'A4';
}

/** `MX` of `es-MX` and of `es-Latn-MX`; empty where a tag names no region. */
function regionOf(language = ''): string {
  return /-([A-Z]{2})\b/.exec(language)?.[1] ?? '';
}
