import { z } from "zod";
import type { Context } from "../../../server/http/route.ts";
import type { Actor } from "../../../server/store/stamp.ts";
import type { References } from "../references.ts";

export interface Stored {
  id: number;
  /** A UUID or name. */
  key: string;
  name: string;
  value: Readonly<Record<string, unknown>>;
}

export interface Saving<File> {
  ctx: Context;
  references: References;
  file: File;
  stored: Stored | undefined;
}

/** A kind of object that bundles don't have. */
export interface AssetKind<File = unknown> {
  readonly kind: string;
  readonly folder: string;
  /** Operations whose policies are asked before anything else. */
  readonly calls: { readonly create: string; readonly change: string; readonly remove: string | undefined };
  readonly schema: z.ZodType<File>;
  readonly keyOf: (file: File) => string;
  readonly nameOf: (file: File) => string;
  /** Those that the caller can see. */
  list(actor: Actor, references: References): Promise<Stored[]>;
  /** Outside of the transaction, for what asks databases. */
  check?(saving: Saving<File>): Promise<void>;
  save(saving: Saving<File>): Promise<void>;
  remove(ctx: Context, id: number): Promise<unknown>;
}

const MAX_ITEMS = 20_000;

/** Of one file. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(MAX_ITEMS);

export const assetKind = <File>(kind: AssetKind<File>): AssetKind => kind as unknown as AssetKind;
