declare module "ground:*" {
  export const url: string;
}

declare module "ground:regions" {
  export const urls: Readonly<Record<string, string>>;
}
