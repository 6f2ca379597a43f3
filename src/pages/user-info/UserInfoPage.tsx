import { Button } from "antd";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { PageHeader } from "../../web/components/PageHeader.tsx";
import { can, useUser } from "../../web/session/session.ts";
import { ApiKeys } from "./ApiKeys.tsx";
import { ConnectedApps } from "./ConnectedApps.tsx";
import styles from "./user-info.module.css";

const AccountDialog = lazyComponent(
  async () => (await import("../../features/account/AccountDialog.tsx")).AccountDialog,
);

export function UserInfoPage() {
  const [isEdited, setEdited] = useState(false);
  const canEdit = can("can_write", "CurrentUserRestApi");
  return (
    <>
      <PageHeader
        title={t("Your account")}
        actions={
          canEdit ? (
            <Button icon={<Pencil size={16} />} onClick={() => setEdited(true)}>
              {t("Edit account")}
            </Button>
          ) : undefined
        }
      />
      <div className={styles.page}>
        <Person />
        {can("can_read", "ApiKey") ? <ApiKeys canWrite={can("can_write", "ApiKey")} /> : null}
        <ConnectedApps />
      </div>
      {isEdited ? <AccountDialog onClose={() => setEdited(false)} /> : null}
    </>
  );
}

function Person() {
  const user = useUser();
  return (
    <section aria-label={t("Profile")} className={styles.section}>
      <h2>{t("Profile")}</h2>
      <dl className={styles.person}>
        <dt>{t("Name")}</dt>
        <dd>{`${user.firstName} ${user.lastName}`.trim()}</dd>
        <dt>{t("Username")}</dt>
        <dd>{user.username}</dd>
        <dt>{t("Email")}</dt>
        <dd>{user.email}</dd>
        <dt>{t("Roles")}</dt>
        <dd className={styles.roles}>
          {Object.keys(user.roles).map((role) => (
            <Pill key={role}>{role}</Pill>
          ))}
        </dd>
      </dl>
    </section>
  );
}
