import geohash from "ngeohash";
import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import { columnNamed, type Frame, type FrameColumn, numbersOf, withColumns } from "../frame.ts";

const GEOHASH_CHARS = 12;

export const GeohashOptions = z.object({ latitude: z.string(), longitude: z.string(), geohash: z.string() });

export function geohashEncode(frame: Frame, options: z.infer<typeof GeohashOptions>): Frame {
  const latitudes = numbersOf(columnNamed(frame, options.latitude));
  const longitudes = numbersOf(columnNamed(frame, options.longitude));
  const values = latitudes.map((latitude, row) => {
    const longitude = longitudes[row] ?? null;
    if (latitude === null || longitude === null) return null;
    if (!isPlace(latitude, longitude)) throw badRequest(t("Invalid longitude/latitude"));
    return geohash.encode(latitude, longitude, GEOHASH_CHARS);
  });
  return withColumns(frame, [{ path: [options.geohash], kind: "text", values }]);
}

const GEOHASH = /^[0-9b-hjkmnp-z]{1,24}$/i;

export function geohashDecode(frame: Frame, options: z.infer<typeof GeohashOptions>): Frame {
  const places = Array.from(columnNamed(frame, options.geohash).values, (value) => {
    if (value === null || value === undefined) return null;
    if (typeof value !== "string" || !GEOHASH.test(value)) throw badRequest(t("Invalid geohash string"));
    return geohash.decode(value.toLowerCase());
  });
  return withColumns(frame, [
    { path: [options.latitude], kind: "numeric", values: places.map((place) => place?.latitude ?? null) },
    { path: [options.longitude], kind: "numeric", values: places.map((place) => place?.longitude ?? null) },
  ]);
}

export const GeodeticOptions = z.object({
  geodetic: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  altitude: z.string().nullish(),
});

/**
 * Latitude, longitude and altitude (in kilometers) from texts such as `41.5, -81.0`, `41 30'0"N 81 0'0"W, 20m`, `UT: N
 * 39°20' 0'' / W 74°35' 0''` and `23 26m 22s N 23 27m 30s E`. Longitudes beyond 180 wrap around.
 */
export function geodeticParse(frame: Frame, options: z.infer<typeof GeodeticOptions>): Frame {
  const points = Array.from(columnNamed(frame, options.geodetic).values, (value) => {
    if (value === null || value === undefined) return null;
    const point = maybePoint(String(value));
    if (!point) throw badRequest(t("Invalid geodetic string"));
    return point;
  });
  const column = (name: string, part: number): FrameColumn => ({
    path: [name],
    kind: "numeric",
    values: points.map((point) => point?.[part] ?? null),
  });
  const altitude = options.altitude ? [column(options.altitude, 2)] : [];
  return withColumns(frame, [column(options.latitude, 0), column(options.longitude, 1), ...altitude]);
}

type Point = readonly [latitude: number, longitude: number, altitudeKm: number];

const NUMBER = String.raw`\d+(?:\.\d+)?`;
const SECOND = `(?:["″”s]|''|′′)`;
const PLAIN = String.raw`\s(${NUMBER})(?:\s+(${NUMBER}))?(?=\s*SIDES)`;
const angle = (sides: string, minute: string) =>
  String.raw`([${sides}])?\s*([+-]?${NUMBER})\s*[°º]?(?:\s*(${NUMBER})\s*${minute}(?:\s*(${NUMBER})\s*${SECOND})?|${PLAIN.replace("SIDES", `[${sides}]`)})?\s*([${sides}])?`;
/** `m` means minutes instead of meters of altitude if seconds or a compass direction follow. */
const LATITUDE = angle("NS", "['′’m]");
const LONGITUDE = angle("EW", String.raw`(?:['′’]|m(?=\s*(?:${NUMBER}\s*${SECOND}|[EW])))`);
const ALTITUDE = String.raw`(?:\s*[,;\s]\s*([+-]?${NUMBER})\s*(km|m|mi|ft|nmi?)?)?`;
const POINT = new RegExp(String.raw`^(?:[^\d+:-]*:)?\s*${LATITUDE}\s*[,;/\s]\s*${LONGITUDE}${ALTITUDE}\s*$`, "i");
const KILOMETRES: Readonly<Record<string, number>> = {
  km: 1,
  m: 0.001,
  mi: 1.609344,
  ft: 0.0003048,
  nm: 1.852,
  nmi: 1.852,
};

function maybePoint(text: string): Point | undefined {
  // Runs of spaces would be tried in all their parts.
  const match = text.length <= 200 ? POINT.exec(text.replace(/\s+/g, " ")) : null;
  if (!match) return undefined;
  const [latitude, longitude] = [angleOf(match.slice(1, 8)), aroundEarth(angleOf(match.slice(8, 15)))];
  const altitude = Number(match[15] ?? 0) * (KILOMETRES[(match[16] ?? "km").toLowerCase()] ?? 1);
  return isPlace(latitude, longitude) ? [latitude, longitude, altitude] : undefined;
}

function angleOf(parts: (string | undefined)[]): number {
  const [before, degrees = "0", signedMinutes, signedSeconds, minutes, seconds, after] = parts;
  const size =
    Math.abs(Number(degrees)) +
    Number(signedMinutes ?? minutes ?? 0) / 60 +
    Number(signedSeconds ?? seconds ?? 0) / 3600;
  const isNegative = degrees.startsWith("-") !== /[SW]/i.test(before ?? after ?? "");
  return isNegative ? -size : size;
}

const aroundEarth = (longitude: number) =>
  Math.abs(longitude) <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;

const isPlace = (latitude: number, longitude: number) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
