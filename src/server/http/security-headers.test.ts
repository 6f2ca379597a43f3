import { describe, expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { frameHeaders, securityHeaders } from "./security-headers.ts";

describe("map tiles", () => {
  const tilesOf = (url: string) =>
    readConfig({ TESSERA_MAP_TILES: url, TESSERA_MAP_TILES_CREDIT: "Them" }, "/").mapTiles;

  test("are allowed from their host only", () => {
    const tiles = tilesOf("https://tiles.example.com:8443/a/{z}/{x}/{y}.png?key=1");
    expect(tiles?.credit).toBe("Them");
    const policy = securityHeaders(tiles)["content-security-policy"];
    expect(policy).toContain("; connect-src 'self' https://tiles.example.com:8443; ");
    expect(frameHeaders([], tiles)["content-security-policy"]).toContain("https://tiles.example.com:8443; ");
    expect(securityHeaders()["content-security-policy"]).toContain("; connect-src 'self'; ");
    expect(readConfig({}, "/").mapTiles).toBeUndefined();
  });

  test.each([
    "https://tiles.example.com/{z}/{x}.png",
    "ftp://tiles.example.com/{z}/{x}/{y}.png",
    "https://a.example; script-src */{z}/{x}/{y}",
    "/{z}/{x}/{y}.png",
  ])("invalid addresses are rejected at startup: %s", (url) => {
    expect(() => tilesOf(url)).toThrow("TESSERA_MAP_TILES must be an address like");
  });
});
