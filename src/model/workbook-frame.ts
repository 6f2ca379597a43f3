const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SHEET_OPEN = `${XML}<worksheet xmlns="${MAIN}"><sheetData>`;
export const SHEET_CLOSE = "</sheetData></worksheet>";
export const TABLE_SHEET_OPEN = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;

/** Cell formats: 0 general, 1 date, 2 date and time. */
export function* workbookFrame(names: readonly string[]): Generator<readonly [path: string, text: string]> {
  const each = (write: (name: string, number: number) => string) => names.map((name, i) => write(name, i + 1)).join("");
  const part = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  yield [
    "xl/workbook.xml",
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((name, n) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  ];
  yield [
    "xl/_rels/workbook.xml.rels",
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((_, n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  ];
  yield [
    "xl/styles.xml",
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  ];
  yield [
    "_rels/.rels",
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ];
  yield [
    "[Content_Types].xml",
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part("workbook", "sheet.main")}${part("styles", "styles")}${each((_, n) => part(`worksheets/sheet${n}`, "worksheet"))}</Types>`,
  ];
}
