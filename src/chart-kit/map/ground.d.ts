/** URL of a base map file of the build. */
declare module "ground:*" {
  export const url: string;
}

/** URLs of the region files by two-letter country code. */
declare module "ground:regions" {
  export const urls: Readonly<Record<string, string>>;
}
