import antd from "antd/es/locale/zh_CN.js";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn.js";
import echarts from "echarts/lib/i18n/langZH.js";
import type { LibraryLocale } from "./libraries.ts";

dayjs.locale("zh-cn");

export const locale: LibraryLocale = { antd, echarts };
