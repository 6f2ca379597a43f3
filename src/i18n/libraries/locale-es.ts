import antd from "antd/es/locale/es_ES.js";
import dayjs from "dayjs";
import "dayjs/locale/es.js";
import echarts from "echarts/lib/i18n/langES.js";
import type { LibraryLocale } from "./libraries.ts";

dayjs.locale("es");

export const locale: LibraryLocale = { antd, echarts };
