declare module "echarts/lib/i18n/*.js" {
  const locale: import("./libraries.ts").LibraryLocale["echarts"];
  export default locale;
}
