import { describe, expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { framedBy, securityHeaders } from "./security-headers.ts";

describe("tiles under maps", () => {
  const tilesOf = (url: string) =>
    readConfig({ TESSERA_MAP_TILES: url, TESSERA_MAP_TILES_CREDIT: "Them" }, "/").mapTiles;

  test("may be asked for by browsers, of their host only", () => {
    const tiles = tilesOf("https://tiles.example.com:8443/a/{z}/{x}/{y}.png?key=1");
    expect(tiles?.credit).toBe("Them");
    const policy = securityHeaders(tiles)["content-security-policy"];
    expect(policy).toContain("; connect-src 'self' https://tiles.example.com:8443; ");
    expect(framedBy([], tiles)["content-security-policy"]).toContain("https://tiles.example.com:8443; ");
    expect(securityHeaders()["content-security-policy"]).toContain("; connect-src 'self'; ");
    expect(readConfig({}, "/").mapTiles).toBeUndefined();
  });

  test.each([
    "https://tiles.example.com/{z}/{x}.png",
    "ftp://tiles.example.com/{z}/{x}/{y}.png",
    "https://a.example; script-src */{z}/{x}/{y}",
    "/{z}/{x}/{y}.png",
  ])("that are none are refused at the start: %s", (url) => {
    expect(() => tilesOf(url)).toThrow("TESSERA_MAP_TILES must be an address like");
  });
});
