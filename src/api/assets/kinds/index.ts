import { annotationLayers } from "./annotation-layer.ts";
import { assertions } from "./assertion.ts";
import { cssTemplates } from "./css-template.ts";
import type { AssetKind } from "./kind.ts";
import { reports } from "./report.ts";
import { roles } from "./role.ts";
import { rules } from "./rule.ts";
import { tags } from "./tag.ts";

/** Saved before what bundles have, which may refer to them. */
export const EARLY: readonly AssetKind[] = [tags, cssTemplates, annotationLayers];
/** Saved after it, as they refer to it. */
export const LATE: readonly AssetKind[] = [roles, rules, assertions, reports];

export const OWN_KINDS: readonly AssetKind[] = [...EARLY, ...LATE];

export type { AssetKind, Stored } from "./kind.ts";
