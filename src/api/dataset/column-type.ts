import { isTimeOfDay } from "../../model/column-kind.ts";
import { GENERIC_TYPE, type GenericType } from "../../model/query-context.ts";

const NUMERIC =
  /^(u?(tiny|small|medium|big|huge)?int(eger)?|u?int\d+|float\d*|double( precision)?|real|dec(imal)?\d*|numeric|number|money|(small|big)?serial|long)\b/i;
const TEMPORAL = /^(date|datetime|timestamp|time)/i;
const LIST = /\[\d*\]\s*$/;
const BOOLEAN = /^(bool|tinyint\(1\))/i;

export function genericTypeOf(type: string | null | undefined): GenericType {
  if (!type || LIST.test(type)) return GENERIC_TYPE.STRING;
  const plain = type.replace(/^(nullable|lowcardinality)\(/i, "");
  if (BOOLEAN.test(plain)) return GENERIC_TYPE.BOOLEAN;
  if (TEMPORAL.test(plain) && !isTimeOfDay(plain)) return GENERIC_TYPE.TEMPORAL;
  return NUMERIC.test(plain) ? GENERIC_TYPE.NUMERIC : GENERIC_TYPE.STRING;
}
