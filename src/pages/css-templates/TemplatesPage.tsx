import * as templates from "../../api/css-template/contract.ts";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { RecordsPage } from "../../web/list-view/RecordsPage.tsx";
import { can } from "../../web/session/session.ts";
import { LIST_KEY, NOUN, nameOf, PATH, templateList } from "./template-list.tsx";

const NewTemplate = lazyComponent(async () => (await import("./TemplateDialog.tsx")).NewTemplate);
const EditTemplate = lazyComponent(async () => (await import("./TemplateDialog.tsx")).EditTemplate);

export function TemplatesPage() {
  return (
    <RecordsPage
      path={PATH}
      canWrite={can("can_write", "CssTemplate")}
      listOf={templateList}
      newLabel={t("New template")}
      New={NewTemplate}
      Edit={EditTemplate}
      deletion={(rows) => ({
        items: rows.map((row) => ({ id: row.id, name: nameOf(row) })),
        noun: NOUN,
        contract: templates,
        listKey: LIST_KEY,
      })}
    />
  );
}
