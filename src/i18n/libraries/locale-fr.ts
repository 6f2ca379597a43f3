import antd from "antd/es/locale/fr_FR.js";
import dayjs from "dayjs";
import "dayjs/locale/fr.js";
import echarts from "echarts/lib/i18n/langFR.js";
import type { LibraryLocale } from "./libraries.ts";

dayjs.locale("fr");

export const locale: LibraryLocale = { antd, echarts };
