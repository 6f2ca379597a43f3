declare module "echarts/lib/i18n/*.js" {
  const locale: import("./libraries.ts").LibraryLocale["echarts"];
  // biome-ignore lint/style/noDefaultExport: as the package has it
  export default locale;
}
