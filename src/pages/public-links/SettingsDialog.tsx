import { Checkbox, InputNumber } from "antd";
import { useState } from "react";
import type { z } from "zod";
import { type PublicLinkSettings, saveSettings } from "../../api/public-link/contract.ts";
import { useRefreshLinks } from "../../features/share/public-links.ts";
import { t } from "../../i18n/translate.ts";
import { MAX_LINK_DAYS } from "../../model/public-link.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./public-links.module.css";

type Settings = z.infer<typeof PublicLinkSettings>;

export function SettingsDialog({ settings, onClose }: { settings: Settings; onClose(): void }) {
  const [enabled, setEnabled] = useState(true);
  const [days, setDays] = useState<number | null>(settings.max_days);
  const [busy, setBusy] = useState(false);
  const refresh = useRefreshLinks();
  const submit = async () => {
    setBusy(true);
    try {
      await call(saveSettings, { body: { enabled, max_days: days ?? settings.max_days } });
      await refresh();
      toast.success(t("Changes saved."));
      onClose();
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={settings.enabled ? t("Public link settings") : t("Turn on public links?")}
      onClose={onClose}
      dirty={settings.enabled && (!enabled || days !== settings.max_days)}
      primary={{
        label: settings.enabled ? t("Save changes") : t("Turn on"),
        loading: busy,
        onClick: () => void submit(),
      }}
    >
      <p className={styles.intro}>
        {t(
          "Users who can edit a dashboard can show it to anyone on the internet who has the link. Visitors see the data that the link's creator can see at that moment, and nothing else. The action log records links and visits.",
        )}
      </p>
      {settings.enabled ? (
        <Checkbox checked={enabled} onChange={(event) => setEnabled(event.target.checked)}>
          {t("Public links are on")}
        </Checkbox>
      ) : null}
      <Field
        label={t("Maximum days *")}
        hint={t("New links end after at most so many days. Existing links keep their last day.")}
      >
        {(id) => (
          <InputNumber
            id={id}
            min={1}
            max={MAX_LINK_DAYS}
            precision={0}
            disabled={!enabled}
            value={days}
            onChange={setDays}
          />
        )}
      </Field>
    </Dialog>
  );
}
