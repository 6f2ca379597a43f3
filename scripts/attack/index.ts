import { ADDRESSES } from "./addresses.ts";
import { FORGED, GUESSING } from "./forged.ts";
import { GRANTS } from "./grants.ts";
import { INPUT } from "./input.ts";
import { OBJECTS } from "./objects.ts";
import type { AttackClass } from "./report.ts";
import { RULES } from "./rules.ts";
import { SIZES } from "./sizes.ts";
import { SQL } from "./sql.ts";
import { TEXTS } from "./texts.ts";
import { TOKENS } from "./tokens.ts";

/** Password guessing comes last because it locks the address out for a minute. */
export const CLASSES: readonly AttackClass[] = [
  ...GRANTS,
  ...TOKENS,
  ...RULES,
  ...SQL,
  ...OBJECTS,
  ...FORGED,
  ...INPUT,
  ...ADDRESSES,
  ...TEXTS,
  ...SIZES,
  ...GUESSING,
];
