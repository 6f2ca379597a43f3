import { verbatim } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
/** From low to high. Names are stored with charts. */
export interface Ramp {
  key: string;
  name: Message;
  colors: readonly string[];
  isDiverging?: boolean;
}

export const LAPIS_LIGHT = hex("E8F1FCC3D8F6A0BFEE7FA6E4638CD74A72C63559B124409A172881");
export const LAPIS_DARK = hex("1D253D2C39563C4D714D638D5E79A97190C484A9DF99C1F9B0DBFF");
export const COPPER = hex("F8EFE2EDD5BAE1BB94D6A171C88651B96D35A7541C933D037D2600");
export const COPPER_DARK = hex("2E2018482C1B643A20814A279F5C30BC713ED68A55EAA777F8C7A1");
const VERDIGRIS_DARK = hex("16302F1F4644295C5834736D448B835BA39978BBAF98D2C6BDE9DE");
export const VERDIGRIS = hex("E4F4EFC1E0D79ECBC07BB6AA59A195368B8104766D00605A004B48");
export const DIVERGING_LIGHT = hex("7D26009E490FB86F38CD9768DDC0A1EDEDEAADC5EC7DA2E2557DD0365AB41F3791");
export const DIVERGING_DARK = hex("F8AA66D98B4BB770399158316A442C2C2E313D4E744E6A9E6188C777A7EC91C7FF");

const THEMED: readonly { key: string; name: Message; light: readonly string[]; dark: readonly string[] }[] = [
  { key: "tessera_lapis", name: msg("Lapis"), light: LAPIS_LIGHT, dark: LAPIS_DARK },
  { key: "tessera_copper", name: msg("Copper"), light: COPPER, dark: COPPER_DARK },
  { key: "tessera_verdigris", name: msg("Verdigris"), light: VERDIGRIS, dark: VERDIGRIS_DARK },
  { key: "tessera_diverging", name: msg("Copper to lapis"), light: DIVERGING_LIGHT, dark: DIVERGING_DARK },
  {
    key: "tessera_diverging_warm",
    name: msg("Lapis to copper"),
    light: DIVERGING_LIGHT.toReversed(),
    dark: DIVERGING_DARK.toReversed(),
  },
];

export const DEFAULT_RAMP = "tessera_lapis";

const div = (key: string, name: Message, digits: string): Ramp => ({
  key,
  name,
  colors: hex(digits),
  isDiverging: true,
});
const seq = (key: string, name: Message, digits: string): Ramp => ({ key, name, colors: hex(digits) });
/** The eight darker steps of a nine-step ColorBrewer ramp. */
const brewer = (hue: string, digits: string): Ramp => ({
  key: `scheme${hue}`,
  name: verbatim(`D3 ${hue}`),
  colors: hex(digits).slice(1),
});
const brewer9 = (hue: string, digits: string): Ramp => seq(`scheme${hue}`, verbatim(`D3 ${hue}`), digits);
const d3div = (hue: string, digits: string): Ramp => div(`scheme${hue}`, verbatim(`D3 ${hue}`), digits);

const FIXED: readonly Ramp[] = [
  seq("superset_seq_1", msg("Superset Sequential 1"), "F4FAD4D7F1ACA9E3AF82CDBB63C1BF1FA8C9157FA91162850D5A7E09284A"),
  seq("superset_seq_2", msg("Superset Sequential 2"), "E8F6F9C5E7EF9FD6E47AC5D957B4CE3AA1C02B8BAA1F7592155F7A0C4A61"),
  div("superset_div_1", msg("Superset Diverging 1"), "E04355EC7F8CF5B2BAFAD9DDF3F3F3CFE9D6A2D8B37AC8975AC189"),
  div("superset_div_2", msg("Superset Diverging 2"), "A868B7BF90CAD5B8DDE9DAEDF3F3F3CDEBF29CDBE95FC2DA1FA8C9"),
  seq("preset_seq_1", msg("Preset Sequential 1"), "FFF4DAFCE0A0FCD075F9B75BF69C53EE7F52E06354C74A58A5385B7F2A5A"),
  seq("preset_seq_2", msg("Preset Sequential 2"), "EAF7F2CDEEE2ACE4D08AD9BD6BCEAB50BB993CA48530896F246E5A185345"),
  div("preset_div_1", msg("Preset Diverging 1"), "EE5960F27F84F6A5A9FACCCEF4F4F4CDEDE4A5E2D083D8BC6BD3B3"),
  div("preset_div_2", msg("Preset Diverging 2"), "FF874EFFA57AFFC3A6FFE1D3F4F4F4C6E0E48FC1CA4E9DAC03748E"),
  seq("blue_white_yellow", msg("blue/white/yellow"), "00D1C1FFFFFFFFB400"),
  seq("fire", msg("fire"), "FFFFFFFFFF00FF0000000000"),
  seq("white_black", msg("white/black"), "FFFFFF000000"),
  seq("black_white", msg("black/white"), "000000FFFFFF"),
  seq("dark_blue", msg("dark blue"), "EBF5F86BB1CC357E9B1B4150092935"),
  div("pink_grey", msg("pink/white/gray"), "E70B81FAFAFA666666"),
  seq("greens", msg("greens"), "FFFFCC78C679006837"),
  seq("purples", msg("purples"), "F2F0F79E9AC854278F"),
  seq("oranges", msg("oranges"), "FEF0D9FC8D59B30000"),
  div("red_yellow_blue", msg("red/yellow/blue"), "D7191CFDAE61FFFFBFABD9E92C7BB6"),
  div("brown_white_green", msg("brown/white/green"), "A6611ADFC27DF5F5F580CDC1018571"),
  div("purple_white_green", msg("purple/white/green"), "7B3294C2A5CFF7F7F7A6DBA0008837"),
  seq("echarts_gradient", msg("ECharts gradient"), "F6EFA6D88273BF444C"),
  seq("deck_gl_heatmap_gradient", msg("deck.gl heatmap"), "FFFFB2FED976FEB24CFD8D3CF03B20BD0026"),
  d3div("RdBu", "67001FB2182BD6604DF4A582FDDBC7D1E5F092C5DE4393C32166AC053061"),
  d3div("BrBG", "5430058C510ABF812DDFC27DF6E8C3C7EAE580CDC135978F01665E003C30"),
  d3div("PRGn", "40004B762A839970ABC2A5CFE7D4E8D9F0D3A6DBA05AAE611B783700441B"),
  d3div("PiYG", "8E0152C51B7DDE77AEF1B6DAFDE0EFE6F5D0B8E1867FBC414D9221276419"),
  d3div("PuOr", "2D004B5427888073ACB2ABD2D8DAEBFEE0B6FDB863E08214B358067F3B08"),
  d3div("RdGy", "67001FB2182BD6604DF4A582FDDBC7E0E0E0BABABA8787874D4D4D1A1A1A"),
  d3div("RdYlBu", "A50026D73027F46D43FDAE61FEE090E0F3F8ABD9E974ADD14575B4313695"),
  d3div("RdYlGn", "A50026D73027F46D43FDAE61FEE08BD9EF8BA6D96A66BD631A9850006837"),
  d3div("Spectral", "9E0142D53E4FF46D43FDAE61FEE08BE6F598ABDDA466C2A53288BD5E4FA2"),
  brewer("Blues", "F7FBFFDEEBF7C6DBEF9ECAE16BAED64292C62171B508519C08306B"),
  brewer("Greens", "F7FCF5E5F5E0C7E9C0A1D99B74C47641AB5D238B45006D2C00441B"),
  brewer("Grays", "FFFFFFF0F0F0D9D9D9BDBDBD969696737373525252252525000000"),
  brewer("Oranges", "FFF5EBFEE6CEFDD0A2FDAE6BFD8D3CF16913D94801A636037F2704"),
  brewer("Purples", "FCFBFDEFEDF5DADAEBBCBDDC9E9AC8807DBA6A51A354278F3F007D"),
  brewer("Reds", "FFF5F0FEE0D2FCBBA1FC9272FB6A4AEF3B2CCB181DA50F1567000D"),
  seq("schemeViridis", verbatim("D3 Viridis"), "4401544828783E498931688E26828E1F9E8935B7796ECE58B5DE2BFDE725"),
  seq("schemeInferno", verbatim("D3 Inferno"), "0000041B0C414A0C6B781C6DA52C60CF4446ED6925FB9B06F7D13DFCFFA4"),
  seq("schemeMagma", verbatim("D3 Magma"), "000004180F3D440F76721F819E2F7FCD4071F1605DFD9668FECA8DFCFDBF"),
  seq("schemeWarm", verbatim("D3 Warm"), "6E40AA963DB3BF3CAFE4419DFE4B83FF5E63FF7847FB9633E2B72FAFF05B"),
  seq("schemeCool", verbatim("D3 Cool"), "6E40AA6054C84C6EDB368CE123ABD81AC7C21DDFA330EF8252F667AFF05B"),
  seq(
    "schemeCubehelixDefault",
    verbatim("D3 Cubehelix"),
    "0000001A1530163D4E1F664254792FA07949D07E93CF9CDAC1CAF3FFFFFF",
  ),
  brewer("BuGn", "F7FCFDE5F5F9CCECE699D8C966C2A441AE76238B45006D2C00441B"),
  brewer("BuPu", "F7FCFDE0ECF4BFD3E69EBCDA8C96C68C6BB188419D810F7C4D004B"),
  brewer("GnBu", "F7FCF0E0F3DBCCEBC5A8DDB57BCCC44EB3D32B8CBE0868AC084081"),
  brewer("OrRd", "FFF7ECFEE8C8FDD49EFDBB84FC8D59EF6548D7301FB300007F0000"),
  brewer("PuBuGn", "FFF7FBECE2F0D0D1E6A6BDDB67A9CF3690C002818A016C59014636"),
  brewer("PuBu", "FFF7FBECE7F2D0D1E6A6BDDB74A9CF3690C00570B0045A8D023858"),
  brewer("PuRd", "F7F4F9E7E1EFD4B9DAC994C7DF65B0E7298ACE125698004367001F"),
  brewer("RdPu", "FFF7F3FDE0DDFCC5C0FA9FB5F768A1DD3497AE017E7A017749006A"),
  brewer9("YlGnBu", "FFFFD9EDF8B1C7E9B47FCDBB41B6C41D91C0225EA8253494081D58"),
  brewer9("YlGn", "FFFFE5F7FCB9D9F0A3ADDD8E78C67941AB5D238443006837004529"),
  brewer9("YlOrBr", "FFFFE5FFF7BCFEE391FEC44FFE9929EC7014CC4C02993404662506"),
  brewer9("YlOrRd", "FFFFCCFFEDA0FED976FEB24CFD8D3CFC4E2AE31A1CBD0026800026"),
];

export function ramps(mode: "light" | "dark"): readonly Ramp[] {
  const own = THEMED.map(({ key, name, light, dark }) => ({
    key,
    name,
    colors: mode === "dark" ? dark : light,
    isDiverging: key.startsWith("tessera_diverging"),
  }));
  return [...own, ...FIXED];
}

/**
 * From low to high. `SUPERSET_DEFAULT` in imported charts means their server's default. A missing or unknown key
 * returns the theme's default ramp.
 */
export function rampOf(key: string | null | undefined, theme: { mode: "light" | "dark" }): readonly string[] {
  const rampKey = key === "SUPERSET_DEFAULT" ? "superset_seq_1" : (key ?? DEFAULT_RAMP);
  const all = ramps(theme.mode);
  return (all.find((ramp) => ramp.key === rampKey) ?? all[0])?.colors ?? LAPIS_LIGHT;
}

function hex(digits: string): string[] {
  return (digits.match(/.{6}/g) ?? []).map((color) => `#${color}`);
}
