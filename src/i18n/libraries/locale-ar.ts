import antd from "antd/es/locale/ar_EG.js";
import dayjs from "dayjs";
import "dayjs/locale/ar.js";
import echarts from "echarts/lib/i18n/langAR.js";
import type { LibraryLocale } from "./libraries.ts";

dayjs.locale("ar");

export const locale: LibraryLocale = { antd, echarts };
