import antd from "antd/es/locale/pt_BR.js";
import dayjs from "dayjs";
import "dayjs/locale/pt-br.js";
import echarts from "echarts/lib/i18n/langPT-br.js";
import type { LibraryLocale } from "./libraries.ts";

dayjs.locale("pt-br");

export const locale: LibraryLocale = { antd, echarts };
