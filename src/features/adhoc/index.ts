export { columnOptions } from "./ColumnSelect.tsx";
