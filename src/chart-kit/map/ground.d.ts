/** Where a part of the ground is: a file of the build. */
declare module "ground:*" {
  export const url: string;
}

/** Where the regions of each country are, by the two letters of its code. */
declare module "ground:regions" {
  export const urls: Readonly<Record<string, string>>;
}
