import antd from "antd/es/locale/en_US.js";
import echarts from "echarts/lib/i18n/langEN.js";
import { pseudo } from "../pseudo.ts";
import type { LibraryLocale } from "./libraries.ts";

/** English of the libraries, changed as our own is. */
const changed = <Texts>(texts: Texts, name = ""): Texts => {
  if (typeof texts === "string") return (isText(name) ? pseudo(texts) : texts) as Texts;
  if (typeof texts !== "object" || texts === null) return texts;
  if (Array.isArray(texts)) return texts.map((text) => changed(text)) as Texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, changed(text, key)])) as Texts;
};

const isText = (name: string) => !/format$|^locale$/i.test(name);

export const locale: LibraryLocale = { antd: changed(antd), echarts: changed(echarts) };
