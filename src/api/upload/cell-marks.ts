/** Begin the texts of cells of a sheet that have no value to read. */

/** Before the error's name, e.g. `#N/A`. */
export const ERROR_MARK = "\ue001error\ue001";
/** Of a formula without a stored value, before the address of its cell. */
export const UNSTORED_MARK = "\ue001formula\ue001";

export const unstoredText = (cell: string) =>
  `Cell ${cell} has a formula without a stored value. Open the workbook in Excel or LibreOffice, save it, and upload it again.`;
