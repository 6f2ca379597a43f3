import { ShieldQuestionMark } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import type { ListRow, RowAction } from "../../web/list-view/definition.ts";
import { isAdmin, isVisitor } from "../../web/session/session.ts";
import { type AccessCheck, checkAccess } from "./access.ts";

export const ACCESS = { key: "access", label: t("Check access"), icon: ShieldQuestionMark } as const;

export const accessAction = <Row extends ListRow>(checkOf: (row: Row) => AccessCheck): RowAction<Row> => ({
  ...ACCESS,
  // Only administrators may check others.
  when: (row) => !isVisitor() && (isAdmin() || checkOf(row).subject === undefined),
  run: (row) => checkAccess(checkOf(row)),
});
