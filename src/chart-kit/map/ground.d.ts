/** Where a part of the ground is: a file of the build. */
declare module "ground:*" {
  export const url: string;
}
