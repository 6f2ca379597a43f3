import antd from "antd/es/locale/ja_JP.js";
import dayjs from "dayjs";
import "dayjs/locale/ja.js";
import echarts from "echarts/lib/i18n/langJA.js";
import type { LibraryLocale } from "./libraries.ts";

dayjs.locale("ja");

export const locale: LibraryLocale = { antd, echarts };
