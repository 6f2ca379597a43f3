import fc from "fast-check";
import { expect, test } from "vitest";
import { hexOfShown, shownBytes } from "./shown-bytes.ts";

test("shows bytes as text if possible, else as hex", () => {
  expect(shownBytes(Buffer.from("aé"))).toBe("aé");
  expect(shownBytes(Buffer.from(""))).toBe("");
  expect(shownBytes(Buffer.from([0xff, 0, 0x61]))).toBe("\\xff0061");
  expect(shownBytes(Buffer.from("a\0"))).toBe("\\x6100");
  expect(shownBytes(Buffer.from("\uFEFFa"))).toBe("\uFEFFa");
});

test("different bytes are shown differently", () => {
  const likely = fc.constantFrom(..."\\x0aféy".split("")).map((sign) => Buffer.from(sign));
  const part = fc.oneof(likely, fc.uint8Array({ maxLength: 2 }));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const bytes = Buffer.concat(parts);
      expect(hexOfShown(shownBytes(bytes))).toBe(bytes.toString("hex"));
    }),
  );
});
