export type { Asset, AssetChanges, AssetPlan, PlannedAsset } from "./contract.ts";
