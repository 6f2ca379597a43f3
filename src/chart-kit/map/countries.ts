/**
 * Two- and three-letter codes, IOC code, common and official name, a point inside (latitude, longitude), other
 * spellings. Source: world-countries (ODbL 1.0).
 */
export const COUNTRIES = `
AW|ABW|ARU|Aruba||12.5 -69.96666666|
AF|AFG|AFG|Afghanistan|Islamic Republic of Afghanistan|33 65|Afġānistān
AO|AGO|ANG|Angola|Republic of Angola|-12.5 18.5|República de Angola
AI|AIA||Anguilla||18.25 -63.16666666|
AX|ALA||Åland Islands||60.116667 19.9|Aaland;Aland;Ahvenanmaa
AL|ALB|ALB|Albania|Republic of Albania|41 20|Shqipëri;Shqipëria;Shqipnia
AD|AND|AND|Andorra|Principality of Andorra|42.5 1.5|Principat d'Andorra
AE|ARE|UAE|United Arab Emirates||24 54|Emirates
AR|ARG|ARG|Argentina|Argentine Republic|-34 -64|República Argentina
AM|ARM|ARM|Armenia|Republic of Armenia|40 45|Hayastan
AS|ASM|ASA|American Samoa||-14.33333333 -170|Amerika Sāmoa;Amelika Sāmoa;Sāmoa Amelika
AQ|ATA||Antarctica||-90 0|
TF|ATF||French Southern and Antarctic Lands|Territory of the French Southern and Antarctic Lands|-49.25 69.167|French Southern Territories
AG|ATG|ANT|Antigua and Barbuda||17.05 -61.8|
AU|AUS|AUS|Australia|Commonwealth of Australia|-27 133|
AT|AUT|AUT|Austria|Republic of Austria|47.33333333 13.33333333|Osterreich;Oesterreich
AZ|AZE|AZE|Azerbaijan|Republic of Azerbaijan|40.5 47.5|
BI|BDI|BDI|Burundi|Republic of Burundi|-3.5 30|Republika y'Uburundi;République du Burundi
BE|BEL|BEL|Belgium|Kingdom of Belgium|50.83333333 4|België;Belgie;Belgien;Belgique;Koninkrijk België;Royaume de Belgique;Königreich Belgien
BJ|BEN|BEN|Benin|Republic of Benin|9.5 2.25|République du Bénin
BF|BFA|BUR|Burkina Faso||13 -2|
BD|BGD|BAN|Bangladesh|People's Republic of Bangladesh|24 90|Gônôprôjatôntri Bangladesh
BG|BGR|BUL|Bulgaria|Republic of Bulgaria|43 25|
BH|BHR|BRN|Bahrain|Kingdom of Bahrain|26 50.55|
BS|BHS|BAH|Bahamas|Commonwealth of the Bahamas|24.25 -76|
BA|BIH|BIH|Bosnia and Herzegovina||44 18|Bosnia-Herzegovina
BL|BLM||Saint Barthélemy|Collectivity of Saint Barthélemy|18.5 -63.41666666|St. Barthelemy;Collectivité de Saint-Barthélemy
SH|SHN||Saint Helena, Ascension and Tristan da Cunha||-15.95 -5.72|Saint Helena;St. Helena, Ascension and Tristan da Cunha
BY|BLR|BLR|Belarus|Republic of Belarus|53 28|Bielaruś
BZ|BLZ|BIZ|Belize||17.25 -88.75|
BM|BMU|BER|Bermuda||32.33333333 -64.75|The Islands of Bermuda;The Bermudas;Somers Isles
BO|BOL|BOL|Bolivia|Plurinational State of Bolivia|-17 -65|Buliwya;Wuliwya;Bolivia, Plurinational State of;Estado Plurinacional de Bolivia;Buliwya Mamallaqta;Wuliwya Suyu;Tetã Volívia
BQ|BES||Caribbean Netherlands|Bonaire, Sint Eustatius and Saba|12.18 -68.25|BES islands;Bonaire Sint Eustatius and Saba
BR|BRA|BRA|Brazil|Federative Republic of Brazil|-10 -55|Brasil;República Federativa do Brasil
BB|BRB|BAR|Barbados||13.16666666 -59.53333333|
BN|BRN|BRU|Brunei|Nation of Brunei, Abode of Peace|4.5 114.66666666|Brunei Darussalam;Nation of Brunei;the Abode of Peace
BT|BTN|BHU|Bhutan|Kingdom of Bhutan|27.5 90.5|
BV|BVT||Bouvet Island||-54.43333333 3.4|Bouvetøya;Bouvet-øya
BW|BWA|BOT|Botswana|Republic of Botswana|-22 24|Lefatshe la Botswana
CF|CAF|CAF|Central African Republic||7 21|République centrafricaine
CA|CAN|CAN|Canada||60 -95|
CC|CCK||Cocos (Keeling) Islands|Territory of the Cocos (Keeling) Islands|-12.5 96.83333333|Keeling Islands;Cocos Islands
CH|CHE|SUI|Switzerland|Swiss Confederation|47 8|Schweiz;Suisse;Svizzera;Svizra
CL|CHL|CHI|Chile|Republic of Chile|-30 -71|República de Chile
CN|CHN|CHN|China|People's Republic of China|35 105|Zhōngguó;Zhongguo;Zhonghua;Zhōnghuá Rénmín Gònghéguó
CI|CIV|CIV|Ivory Coast|Republic of Côte d'Ivoire|8 -5|Côte d'Ivoire;Cote d'Ivoire;République de Côte d'Ivoire
CM|CMR|CMR|Cameroon|Republic of Cameroon|6 12|République du Cameroun
CD|COD|COD|DR Congo|Democratic Republic of the Congo|0 25|Congo-Kinshasa;Congo, the Democratic Republic of the;Democratic Republic of Congo
CG|COG|CGO|Republic of the Congo||-1 15|Congo;Congo-Brazzaville
CK|COK|COK|Cook Islands||-21.23333333 -159.76666666|Kūki 'Āirani
CO|COL|COL|Colombia|Republic of Colombia|4 -72|República de Colombia
KM|COM|COM|Comoros|Union of the Comoros|-12.16666666 44.25|Union des Comores;Udzima wa Komori
CV|CPV|CPV|Cape Verde|Republic of Cabo Verde|16 -24|República de Cabo Verde
CR|CRI|CRC|Costa Rica|Republic of Costa Rica|10 -84|República de Costa Rica
CU|CUB|CUB|Cuba|Republic of Cuba|21.5 -80|República de Cuba
CW|CUW||Curaçao|Country of Curaçao|12.116667 -68.933333|Curacao;Kòrsou;Land Curaçao;Pais Kòrsou
CX|CXR||Christmas Island|Territory of Christmas Island|-10.5 105.66666666|
KY|CYM|CAY|Cayman Islands||19.5 -80.5|
CY|CYP|CYP|Cyprus|Republic of Cyprus|35 33|Kýpros;Kıbrıs;Kıbrıs Cumhuriyeti
CZ|CZE|CZE|Czechia|Czech Republic|49.75 15.5|Česká republika;Česko
DE|DEU|GER|Germany|Federal Republic of Germany|51 9|Bundesrepublik Deutschland
DJ|DJI|DJI|Djibouti|Republic of Djibouti|11.5 43|Jabuuti;Gabuuti;République de Djibouti;Gabuutih Ummuuno;Jamhuuriyadda Jabuuti
DM|DMA|DMA|Dominica|Commonwealth of Dominica|15.41666666 -61.33333333|Dominique
DK|DNK|DEN|Denmark|Kingdom of Denmark|56 10|Danmark;Kongeriget Danmark
DO|DOM|DOM|Dominican Republic||19 -70.66666666|
DZ|DZA|ALG|Algeria|People's Democratic Republic of Algeria|28 3|Dzayer;Algérie
EC|ECU|ECU|Ecuador|Republic of Ecuador|-2 -77.5|República del Ecuador
EG|EGY|EGY|Egypt|Arab Republic of Egypt|27 30|
ER|ERI|ERI|Eritrea|State of Eritrea|15 39|Dawlat Iritriyá;Iritriyā
EH|ESH||Western Sahara|Sahrawi Arab Democratic Republic|24.5 -13|
ES|ESP|ESP|Spain|Kingdom of Spain|40 -4|Reino de España
EE|EST|EST|Estonia|Republic of Estonia|59 26|Eesti;Eesti Vabariik
ET|ETH|ETH|Ethiopia|Federal Democratic Republic of Ethiopia|8 38|
FI|FIN|FIN|Finland|Republic of Finland|64 26|Suomi;Suomen tasavalta;Republiken Finland
FJ|FJI|FIJ|Fiji|Republic of Fiji|-18 175|Viti;Matanitu ko Viti
FK|FLK||Falkland Islands||-51.75 -59|Islas Malvinas;Falkland Islands (Malvinas)
FR|FRA|FRA|France|French Republic|46 2|République française
FO|FRO||Faroe Islands||62 -7|Føroyar;Færøerne;Faeroe Islands
FM|FSM|FSM|Micronesia|Federated States of Micronesia|6.91666666 158.25|Micronesia, Federated States of
GA|GAB|GAB|Gabon|Gabonese Republic|-1 11.75|République Gabonaise
GB|GBR|GBR|United Kingdom|United Kingdom of Great Britain and Northern Ireland|54 -2|Great Britain
GE|GEO|GEO|Georgia||42 43.5|Sakartvelo
GG|GGY||Guernsey|Bailiwick of Guernsey|49.46666666 -2.58333333|Bailliage de Guernesey
GH|GHA|GHA|Ghana|Republic of Ghana|8 -2|
GI|GIB||Gibraltar||36.13333333 -5.35|
GN|GIN|GUI|Guinea|Republic of Guinea|11 -10|République de Guinée
GP|GLP||Guadeloupe||16.25 -61.583333|Gwadloup
GM|GMB|GAM|Gambia|Republic of the Gambia|13.46666666 -16.56666666|
GW|GNB|GBS|Guinea-Bissau|Republic of Guinea-Bissau|12 -15|República da Guiné-Bissau
GQ|GNQ|GEQ|Equatorial Guinea|Republic of Equatorial Guinea|2 10|República de Guinea Ecuatorial;République de Guinée équatoriale;República da Guiné Equatorial
GR|GRC|GRE|Greece|Hellenic Republic|39 22|Elláda
GD|GRD|GRN|Grenada||12.11666666 -61.66666666|
GL|GRL||Greenland||72 -40|Grønland
GT|GTM|GUA|Guatemala|Republic of Guatemala|15.5 -90.25|
GF|GUF||French Guiana|Guiana|4 -53|Guyane
GU|GUM|GUM|Guam||13.46666666 144.78333333|Guåhån
GY|GUY|GUY|Guyana|Co-operative Republic of Guyana|5 -59|
HK|HKG|HKG|Hong Kong|Hong Kong Special Administrative Region of the People's Republic of China|22.267 114.188|
HM|HMD||Heard Island and McDonald Islands||-53.1 72.51666666|
HN|HND|HON|Honduras|Republic of Honduras|15 -86.5|República de Honduras
HR|HRV|CRO|Croatia|Republic of Croatia|45.16666666 15.5|Hrvatska;Republika Hrvatska
HT|HTI|HAI|Haiti|Republic of Haiti|19 -72.41666666|République d'Haïti;Repiblik Ayiti
HU|HUN|HUN|Hungary||47 20|
ID|IDN|INA|Indonesia|Republic of Indonesia|-5 120|Republik Indonesia
IM|IMN||Isle of Man||54.25 -4.5|Ellan Vannin;Mann;Mannin
IN|IND|IND|India|Republic of India|20 77|Bhārat;Bharat Ganrajya
IO|IOT||British Indian Ocean Territory||-6 71.5|
IE|IRL|IRL|Ireland|Republic of Ireland|53 -8|Éire;Poblacht na hÉireann
IR|IRN|IRI|Iran|Islamic Republic of Iran|32 53|Iran, Islamic Republic of;Jomhuri-ye Eslāmi-ye Irān
IQ|IRQ|IRQ|Iraq|Republic of Iraq|33 44|
IS|ISL|ISL|Iceland||65 -18|Island;Republic of Iceland;Lýðveldið Ísland
IL|ISR|ISR|Israel|State of Israel|31.47 35.13|Medīnat Yisrā'el
IT|ITA|ITA|Italy|Italian Republic|42.83333333 12.83333333|Repubblica italiana
JM|JAM|JAM|Jamaica||18.25 -77.5|
JE|JEY||Jersey|Bailiwick of Jersey|49.25 -2.16666666|Bailliage de Jersey;Bailliage dé Jèrri
JO|JOR|JOR|Jordan|Hashemite Kingdom of Jordan|31 36|al-Mamlakah al-Urdunīyah al-Hāshimīyah
JP|JPN|JPN|Japan||36 138|Nippon;Nihon
KZ|KAZ|KAZ|Kazakhstan|Republic of Kazakhstan|48 68|Qazaqstan;Qazaqstan Respublïkası;Respublika Kazakhstan
KE|KEN|KEN|Kenya|Republic of Kenya|1 38|Jamhuri ya Kenya
KG|KGZ|KGZ|Kyrgyzstan|Kyrgyz Republic|41 75|Kyrgyz Respublikasy
KH|KHM|CAM|Cambodia|Kingdom of Cambodia|13 105|
KI|KIR|KIR|Kiribati|Independent and Sovereign Republic of Kiribati|1.41666666 173|Republic of Kiribati;Ribaberiki Kiribati
KN|KNA|SKN|Saint Kitts and Nevis|Federation of Saint Christopher and Nevis|17.33333333 -62.75|
KR|KOR|KOR|South Korea|Republic of Korea|37 127.5|Korea, Republic of
XK|UNK|KOS|Kosovo|Republic of Kosovo|42.666667 21.166667|
KW|KWT|KUW|Kuwait|State of Kuwait|29.5 45.75|Dawlat al-Kuwait
LA|LAO|LAO|Laos|Lao People's Democratic Republic|18 105|Sathalanalat Paxathipatai Paxaxon Lao
LB|LBN|LBN|Lebanon|Lebanese Republic|33.83333333 35.83333333|Al-Jumhūrīyah Al-Libnānīyah
LR|LBR|LBR|Liberia|Republic of Liberia|6.5 -9.5|
LY|LBY|LBA|Libya|State of Libya|25 17|Dawlat Libya
LC|LCA|LCA|Saint Lucia||13.88333333 -60.96666666|
LI|LIE|LIE|Liechtenstein|Principality of Liechtenstein|47.26666666 9.53333333|Fürstentum Liechtenstein
LK|LKA|SRI|Sri Lanka|Democratic Socialist Republic of Sri Lanka|7 81|
LS|LSO|LES|Lesotho|Kingdom of Lesotho|-29.5 28.5|Muso oa Lesotho
LT|LTU|LTU|Lithuania|Republic of Lithuania|56 24|Lietuvos Respublika
LU|LUX|LUX|Luxembourg|Grand Duchy of Luxembourg|49.75 6.16666666|Grand-Duché de Luxembourg;Großherzogtum Luxemburg;Groussherzogtum Lëtzebuerg
LV|LVA|LAT|Latvia|Republic of Latvia|57 25|Latvijas Republika
MO|MAC||Macau|Macao Special Administrative Region of the People's Republic of China|22.16666666 113.55|Macao;Região Administrativa Especial de Macau da República Popular da China
MF|MAF||Saint Martin||18.08333333 -63.95|Collectivity of Saint Martin;Collectivité de Saint-Martin;Saint Martin (French part)
MA|MAR|MAR|Morocco|Kingdom of Morocco|32 -5|Al-Mamlakah al-Maġribiyah
MC|MCO|MON|Monaco|Principality of Monaco|43.73333333 7.4|Principauté de Monaco
MD|MDA|MDA|Moldova|Republic of Moldova|47 29|Moldova, Republic of;Republica Moldova
MG|MDG|MAD|Madagascar|Republic of Madagascar|-20 47|Repoblikan'i Madagasikara;République de Madagascar
MV|MDV|MDV|Maldives|Republic of the Maldives|3.25 73|Maldive Islands;Dhivehi Raajjeyge Jumhooriyya
MX|MEX|MEX|Mexico|United Mexican States|23 -102|Mexicanos;Estados Unidos Mexicanos
MH|MHL|MHL|Marshall Islands|Republic of the Marshall Islands|9 168|
MK|MKD|MKD|North Macedonia|Republic of North Macedonia|41.83333333 22|The former Yugoslav Republic of Macedonia;Macedonia, The Former Yugoslav Republic of;Macedonia
ML|MLI|MLI|Mali|Republic of Mali|17 -4|République du Mali
MT|MLT|MLT|Malta|Republic of Malta|35.83333333 14.58333333|Repubblika ta' Malta
MM|MMR|MYA|Myanmar|Republic of the Union of Myanmar|22 98|Burma;Pyidaunzu Thanmăda Myăma Nainngandaw
ME|MNE|MNE|Montenegro||42.5 19.3|Crna Gora
MN|MNG|MGL|Mongolia||46 105|
MP|MNP||Northern Mariana Islands|Commonwealth of the Northern Mariana Islands|15.2 145.75|Sankattan Siha Na Islas Mariånas
MZ|MOZ|MOZ|Mozambique|Republic of Mozambique|-18.25 35|República de Moçambique
MR|MRT|MTN|Mauritania|Islamic Republic of Mauritania|20 -12|
MS|MSR||Montserrat||16.75 -62.2|
MQ|MTQ||Martinique||14.666667 -61|
MU|MUS|MRI|Mauritius|Republic of Mauritius|-20.28333333 57.55|République de Maurice
MW|MWI|MAW|Malawi|Republic of Malawi|-13.5 34|
MY|MYS|MAS|Malaysia||2.5 112.5|
YT|MYT||Mayotte|Department of Mayotte|-12.83333333 45.16666666|Département de Mayotte
NA|NAM|NAM|Namibia|Republic of Namibia|-22 17|Namibië
NC|NCL||New Caledonia||-21.5 165.5|
NE|NER|NIG|Niger|Republic of Niger|16 8|Nijar
NF|NFK||Norfolk Island|Territory of Norfolk Island|-29.03333333 167.95|Teratri of Norf'k Ailen
NG|NGA|NGR|Nigeria|Federal Republic of Nigeria|10 8|Nijeriya;Naíjíríà
NI|NIC|NCA|Nicaragua|Republic of Nicaragua|13 -85|República de Nicaragua
NU|NIU||Niue||-19.03333333 -169.86666666|
NL|NLD|NED|Netherlands|Kingdom of the Netherlands|52.5 5.75|Holland;Nederland;The Netherlands
NO|NOR|NOR|Norway|Kingdom of Norway|62 10|Norge;Noreg;Kongeriket Norge;Kongeriket Noreg
NP|NPL|NEP|Nepal|Federal Democratic Republic of Nepal|28 84|Loktāntrik Ganatantra Nepāl
NR|NRU|NRU|Nauru|Republic of Nauru|-0.53333333 166.91666666|Naoero;Pleasant Island;Ripublik Naoero
NZ|NZL|NZL|New Zealand||-41 174|Aotearoa
OM|OMN|OMA|Oman|Sultanate of Oman|21 57|
PK|PAK|PAK|Pakistan|Islamic Republic of Pakistan|30 70|Pākistān;Islāmī Jumhūriya'eh Pākistān
PA|PAN|PAN|Panama|Republic of Panama|9 -80|República de Panamá
PN|PCN||Pitcairn Islands|Pitcairn Group of Islands|-25.06666666 -130.1|Pitcairn;Pitcairn Henderson Ducie and Oeno Islands
PE|PER|PER|Peru|Republic of Peru|-10 -76|República del Perú
PH|PHL|PHI|Philippines|Republic of the Philippines|13 122|Repúblika ng Pilipinas
PW|PLW|PLW|Palau|Republic of Palau|7.5 134.5|Beluu er a Belau
PG|PNG|PNG|Papua New Guinea|Independent State of Papua New Guinea|-6 147|Independen Stet bilong Papua Niugini
PL|POL|POL|Poland|Republic of Poland|52 20|Rzeczpospolita Polska
PR|PRI|PUR|Puerto Rico|Commonwealth of Puerto Rico|18.25 -66.5|Estado Libre Asociado de Puerto Rico
KP|PRK|PRK|North Korea|Democratic People's Republic of Korea|40 127|DPRK;Chosŏn Minjujuŭi Inmin Konghwaguk;Korea, Democratic People's Republic of
PT|PRT|POR|Portugal|Portuguese Republic|39.5 -8|Portuguesa;República Portuguesa
PY|PRY|PAR|Paraguay|Republic of Paraguay|-23 -58|República del Paraguay;Tetã Paraguái
PS|PSE|PLE|Palestine|State of Palestine|31.9 35.2|Palestine, State of
PF|PYF||French Polynesia||-15 -140|Polynésie française;Pōrīnetia Farāni
QA|QAT|QAT|Qatar|State of Qatar|25.5 51.25|
RE|REU||Réunion|Réunion Island|-21.15 55.5|Reunion
RO|ROU|ROU|Romania||46 25|Rumania;Roumania;România
RU|RUS|RUS|Russia|Russian Federation|60 100|
RW|RWA|RWA|Rwanda|Republic of Rwanda|-2 30|Repubulika y'u Rwanda;République du Rwanda
SA|SAU|KSA|Saudi Arabia|Kingdom of Saudi Arabia|25 45|Saudi
SD|SDN|SUD|Sudan|Republic of the Sudan|15 30|Jumhūrīyat as-Sūdān
SN|SEN|SEN|Senegal|Republic of Senegal|14 -14|République du Sénégal
SG|SGP|SGP|Singapore|Republic of Singapore|1.36666666 103.8|Singapura;Republik Singapura
GS|SGS||South Georgia|South Georgia and the South Sandwich Islands|-54.5 -37|
SJ|SJM||Svalbard and Jan Mayen|Svalbard og Jan Mayen|78 20|Svalbard and Jan Mayen Islands
SB|SLB|SOL|Solomon Islands||-8 159|
SL|SLE|SLE|Sierra Leone|Republic of Sierra Leone|8.5 -11.5|
SV|SLV|ESA|El Salvador|Republic of El Salvador|13.83333333 -88.91666666|República de El Salvador
SM|SMR|SMR|San Marino|Most Serene Republic of San Marino|43.76666666 12.41666666|Republic of San Marino;Repubblica di San Marino
SO|SOM|SOM|Somalia|Federal Republic of Somalia|10 49|Jamhuuriyadda Federaalka Soomaaliya
PM|SPM||Saint Pierre and Miquelon||46.83333333 -56.33333333|Collectivité territoriale de Saint-Pierre-et-Miquelon
RS|SRB|SRB|Serbia|Republic of Serbia|44 21|Srbija;Republika Srbija
SS|SSD||South Sudan|Republic of South Sudan|7 30|
ST|STP|STP|São Tomé and Príncipe|Democratic Republic of São Tomé and Príncipe|1 7|Sao Tome and Principe;República Democrática de São Tomé e Príncipe
SR|SUR|SUR|Suriname|Republic of Suriname|4 -56|Sarnam;Sranangron;Republiek Suriname
SK|SVK|SVK|Slovakia|Slovak Republic|48.66666666 19.5|Slovenská republika
SI|SVN|SLO|Slovenia|Republic of Slovenia|46.11666666 14.81666666|Republika Slovenija
SE|SWE|SWE|Sweden|Kingdom of Sweden|62 15|Konungariket Sverige
SZ|SWZ|SWZ|Eswatini|Kingdom of Eswatini|-26.5 31.5|Swaziland;weSwatini;Swatini;Ngwane;Umbuso weSwatini
SX|SXM||Sint Maarten||18.033333 -63.05|Sint Maarten (Dutch part)
SC|SYC|SEY|Seychelles|Republic of Seychelles|-4.58333333 55.66666666|Repiblik Sesel;République des Seychelles
SY|SYR|SYR|Syria|Syrian Arab Republic|35 38|
TC|TCA||Turks and Caicos Islands||21.75 -71.58333333|
TD|TCD|CHA|Chad|Republic of Chad|15 19|Tchad;République du Tchad
TG|TGO|TOG|Togo|Togolese Republic|8 1.16666666|Togolese;République Togolaise
TH|THA|THA|Thailand|Kingdom of Thailand|15 100|Prathet;Thai;Ratcha Anachak Thai
TJ|TJK|TJK|Tajikistan|Republic of Tajikistan|39 71|Toçikiston;Çumhuriyi Toçikiston
TK|TKL||Tokelau||-9 -172|
TM|TKM|TKM|Turkmenistan||40 60|
TL|TLS|TLS|Timor-Leste|Democratic Republic of Timor-Leste|-8.83333333 125.91666666|East Timor;Timor;República Democrática de Timor-Leste;Repúblika Demokrátika Timór-Leste;Timór Lorosa'e;Timor Lorosae
TO|TON|TGA|Tonga|Kingdom of Tonga|-20 -175|
TT|TTO|TTO|Trinidad and Tobago|Republic of Trinidad and Tobago|11 -61|
TN|TUN|TUN|Tunisia|Tunisian Republic|34 9|Republic of Tunisia;al-Jumhūriyyah at-Tūnisiyyah
TR|TUR|TUR|Türkiye|Republic of Türkiye|39 35|Turkiye;Republic of Turkey;Türkiye Cumhuriyeti
TV|TUV|TUV|Tuvalu||-8 178|
TW|TWN|TPE|Taiwan|Republic of China (Taiwan)|23.5 121|Táiwān;Republic of China;Zhōnghuá Mínguó;Chinese Taipei
TZ|TZA|TAN|Tanzania|United Republic of Tanzania|-6 35|Tanzania, United Republic of;Jamhuri ya Muungano wa Tanzania
UG|UGA|UGA|Uganda|Republic of Uganda|1 32|Jamhuri ya Uganda
UA|UKR|UKR|Ukraine||49 32|Ukrayina
UM|UMI||United States Minor Outlying Islands||19.3 166.633333|
UY|URY|URU|Uruguay|Oriental Republic of Uruguay|-33 -56|República Oriental del Uruguay
US|USA|USA|United States|United States of America|38 -97|
UZ|UZB|UZB|Uzbekistan|Republic of Uzbekistan|41 64|
VA|VAT||Vatican City|Vatican City State|41.9 12.45|Holy See (Vatican City State);Vatican;Stato della Città del Vaticano
VC|VCT|VIN|Saint Vincent and the Grenadines||13.25 -61.2|
VE|VEN|VEN|Venezuela|Bolivarian Republic of Venezuela|8 -66|Venezuela, Bolivarian Republic of;República Bolivariana de Venezuela
VG|VGB|IVB|British Virgin Islands|Virgin Islands|18.431383 -64.62305|Virgin Islands, British
VI|VIR|ISV|United States Virgin Islands|Virgin Islands of the United States|18.35 -64.933333|Virgin Islands, U.S.
VN|VNM|VIE|Vietnam|Socialist Republic of Vietnam|16.16666666 107.83333333|Viet Nam
VU|VUT|VAN|Vanuatu|Republic of Vanuatu|-16 167|Ripablik blong Vanuatu;République de Vanuatu
WF|WLF||Wallis and Futuna|Territory of the Wallis and Futuna Islands|-13.3 -176.2|Territoire des îles Wallis et Futuna
WS|WSM|SAM|Samoa|Independent State of Samoa|-13.58333333 -172.33333333|
YE|YEM|YEM|Yemen|Republic of Yemen|15 48|Yemeni Republic;al-Jumhūriyyah al-Yamaniyyah
ZA|ZAF|RSA|South Africa|Republic of South Africa|-29 24|Suid-Afrika
ZM|ZMB|ZAM|Zambia|Republic of Zambia|-15 30|
ZW|ZWE|ZIM|Zimbabwe|Republic of Zimbabwe|-20 30|
`;
