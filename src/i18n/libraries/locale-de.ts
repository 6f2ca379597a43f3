import antd from "antd/es/locale/de_DE.js";
import dayjs from "dayjs";
import "dayjs/locale/de.js";
import echarts from "echarts/lib/i18n/langDE.js";
import type { LibraryLocale } from "./libraries.ts";

dayjs.locale("de");

export const locale: LibraryLocale = { antd, echarts };
