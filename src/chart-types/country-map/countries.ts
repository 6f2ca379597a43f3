/** Stored key, ISO 3166-1 code, name, other spellings. */
const COUNTRIES = `
afghanistan|AF|Afghanistan
aland_islands|AX|Åland Islands
albania|AL|Albania
algeria|DZ|Algeria
american_samoa|AS|American Samoa
andorra|AD|Andorra
angola|AO|Angola
anguilla|AI|Anguilla
antigua_and_barbuda|AG|Antigua and Barbuda
argentina|AR|Argentina
armenia|AM|Armenia
australia|AU|Australia
austria|AT|Austria
azerbaijan|AZ|Azerbaijan
bahamas|BS|Bahamas|the_bahamas
bahrain|BH|Bahrain
bangladesh|BD|Bangladesh
barbados|BB|Barbados
belarus|BY|Belarus
belgium|BE|Belgium
belize|BZ|Belize
benin|BJ|Benin
bermuda|BM|Bermuda
bhutan|BT|Bhutan
bolivia|BO|Bolivia
bosnia_and_herzegovina|BA|Bosnia and Herzegovina
botswana|BW|Botswana
brazil|BR|Brazil
brunei|BN|Brunei|brunei_darussalam
bulgaria|BG|Bulgaria
burkina_faso|BF|Burkina Faso
burundi|BI|Burundi
cambodia|KH|Cambodia
cameroon|CM|Cameroon
canada|CA|Canada
cape_verde|CV|Cape Verde|cabo_verde
central_african_republic|CF|Central African Republic
chad|TD|Chad
chile|CL|Chile
china|CN|China
colombia|CO|Colombia
comoros|KM|Comoros
cook_islands|CK|Cook Islands
costa_rica|CR|Costa Rica
croatia|HR|Croatia
cuba|CU|Cuba
cyprus|CY|Cyprus
czech_republic|CZ|Czechia|czechia
denmark|DK|Denmark
djibouti|DJ|Djibouti
dominica|DM|Dominica
dominican_republic|DO|Dominican Republic
democratic_republic_of_the_congo|CD|DR Congo
ecuador|EC|Ecuador
egypt|EG|Egypt
el_salvador|SV|El Salvador
equatorial_guinea|GQ|Equatorial Guinea
eritrea|ER|Eritrea
estonia|EE|Estonia
eswatini|SZ|Eswatini|swaziland
ethiopia|ET|Ethiopia
fiji|FJ|Fiji
finland|FI|Finland
france|FR|France
french_polynesia|PF|French Polynesia
french_southern_and_antarctic_lands|TF|French Southern and Antarctic Lands
gabon|GA|Gabon
gambia|GM|Gambia
georgia|GE|Georgia
germany|DE|Germany
ghana|GH|Ghana
greece|GR|Greece
greenland|GL|Greenland
grenada|GD|Grenada
guatemala|GT|Guatemala
guinea|GN|Guinea
guinea_bissau|GW|Guinea-Bissau|guineabissau
guyana|GY|Guyana
haiti|HT|Haiti
honduras|HN|Honduras
hong_kong|HK|Hong Kong
hungary|HU|Hungary
iceland|IS|Iceland
india|IN|India
indonesia|ID|Indonesia
iran|IR|Iran
iraq|IQ|Iraq
ireland|IE|Ireland
israel|IL|Israel
italy|IT|Italy
ivory_coast|CI|Ivory Coast|cote_d_ivoire
jamaica|JM|Jamaica
japan|JP|Japan
jordan|JO|Jordan
kazakhstan|KZ|Kazakhstan
kenya|KE|Kenya
kiribati|KI|Kiribati
kosovo|XK|Kosovo
kuwait|KW|Kuwait
kyrgyzstan|KG|Kyrgyzstan
laos|LA|Laos
latvia|LV|Latvia
lebanon|LB|Lebanon
lesotho|LS|Lesotho
liberia|LR|Liberia
libya|LY|Libya
liechtenstein|LI|Liechtenstein
lithuania|LT|Lithuania
luxembourg|LU|Luxembourg
madagascar|MG|Madagascar
malawi|MW|Malawi
malaysia|MY|Malaysia
maldives|MV|Maldives
mali|ML|Mali
malta|MT|Malta
marshall_islands|MH|Marshall Islands
mauritania|MR|Mauritania
mauritius|MU|Mauritius
mexico|MX|Mexico
micronesia|FM|Micronesia
moldova|MD|Moldova|republic_of_moldova
mongolia|MN|Mongolia
montenegro|ME|Montenegro
montserrat|MS|Montserrat
morocco|MA|Morocco
mozambique|MZ|Mozambique
myanmar|MM|Myanmar|burma
namibia|NA|Namibia
nauru|NR|Nauru
nepal|NP|Nepal
netherlands|NL|Netherlands
new_caledonia|NC|New Caledonia
new_zealand|NZ|New Zealand
nicaragua|NI|Nicaragua
niger|NE|Niger
nigeria|NG|Nigeria
north_korea|KP|North Korea|democratic_peoples_republic_of_korea
north_macedonia|MK|North Macedonia|macedonia
northern_mariana_islands|MP|Northern Mariana Islands
norway|NO|Norway
oman|OM|Oman
pakistan|PK|Pakistan
palau|PW|Palau
palestine|PS|Palestine
panama|PA|Panama
papua_new_guinea|PG|Papua New Guinea
paraguay|PY|Paraguay
peru|PE|Peru
philippines|PH|Philippines
poland|PL|Poland
portugal|PT|Portugal
qatar|QA|Qatar
republic_of_the_congo|CG|Republic of the Congo|congo
romania|RO|Romania
russia|RU|Russia
rwanda|RW|Rwanda
saint_helena_ascension_and_tristan_da_cunha|SH|Saint Helena, Ascension and Tristan da Cunha
saint_kitts_and_nevis|KN|Saint Kitts and Nevis
saint_lucia|LC|Saint Lucia
saint_pierre_and_miquelon|PM|Saint Pierre and Miquelon
saint_vincent_and_the_grenadines|VC|Saint Vincent and the Grenadines
samoa|WS|Samoa
san_marino|SM|San Marino
sao_tome_and_principe|ST|São Tomé and Príncipe
saudi_arabia|SA|Saudi Arabia
senegal|SN|Senegal
serbia|RS|Serbia|republic_of_serbia
seychelles|SC|Seychelles
sierra_leone|SL|Sierra Leone
singapore|SG|Singapore
slovakia|SK|Slovakia
slovenia|SI|Slovenia
solomon_islands|SB|Solomon Islands
somalia|SO|Somalia
south_africa|ZA|South Africa
korea|KR|South Korea|south korea|republic_of_korea
south_sudan|SS|South Sudan
spain|ES|Spain
sri_lanka|LK|Sri Lanka
sudan|SD|Sudan
suriname|SR|Suriname
sweden|SE|Sweden
switzerland|CH|Switzerland
syria|SY|Syria
taiwan|TW|Taiwan
tajikistan|TJ|Tajikistan
tanzania|TZ|Tanzania|united_republic_of_tanzania
thailand|TH|Thailand
timor_leste|TL|Timor-Leste|east_timor|timorleste
togo|TG|Togo
tonga|TO|Tonga
trinidad_and_tobago|TT|Trinidad and Tobago
tunisia|TN|Tunisia
turkey|TR|Turkey|turkiye
turkmenistan|TM|Turkmenistan
turks_and_caicos_islands|TC|Turks and Caicos Islands
uganda|UG|Uganda
ukraine|UA|Ukraine
united_arab_emirates|AE|United Arab Emirates
uk|GB|United Kingdom|great_britain
usa|US|United States|united_states_of_america
united_states_minor_outlying_islands|UM|United States Minor Outlying Islands
united_states_virgin_islands|VI|United States Virgin Islands
uruguay|UY|Uruguay
uzbekistan|UZ|Uzbekistan
vanuatu|VU|Vanuatu
venezuela|VE|Venezuela
vietnam|VN|Vietnam|viet_nam
wallis_and_futuna|WF|Wallis and Futuna
yemen|YE|Yemen
zambia|ZM|Zambia
zimbabwe|ZW|Zimbabwe
`;

export interface Country {
  key: string;
  code: string;
  name: string;
}

const all = COUNTRIES.trim()
  .split("\n")
  .map((line) => {
    const [key = "", code = "", name = "", ...spellings] = line.split("|");
    return { key, code, name, spellings };
  });

export const countries: readonly Country[] = all;

const byName = new Map<string, Country>(
  all.flatMap((country) =>
    [country.key, country.code, country.name, ...country.spellings].map((one) => [normalized(one), country] as const),
  ),
);

export function countryOf(text: string | null | undefined): Country | undefined {
  return text ? byName.get(normalized(text)) : undefined;
}

export function normalized(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
