import { useQueryClient } from "@tanstack/react-query";
import { Input } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import * as allowed from "../../api/allowed-location/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./connection-rules.module.css";
import { LIST_KEY } from "./locations.ts";

const KINDS = [
  { value: "host", label: t("Host") },
  { value: "folder", label: t("Folder") },
] as const;

const FIELDS = {
  host: {
    label: t("Host *"),
    placeholder: t("e.g. localhost"),
    hint: t("A name or address without port. Applies to this spelling only, and to all of its ports."),
  },
  folder: {
    label: t("Folder *"),
    placeholder: t("e.g. /data/warehouse"),
    hint: t("A full path on the server. Applies to its subfolders too; links are resolved."),
  },
} as const;

export function AllowDialog({ onClose }: { onClose(): void }) {
  const [search] = useSearchParams();
  const [kind, setKind] = useState<allowed.LocationKind>(search.get("kind") === "folder" ? "folder" : "host");
  const [location, setLocation] = useState(search.get("location") ?? "");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const submit = async () => {
    if (location.trim() === "") return setProblem(t("This is a required field"));
    setBusy(true);
    try {
      const { result } = await call(allowed.create, { body: { kind, location } });
      await queries.invalidateQueries({ queryKey: [LIST_KEY] });
      toast.success(t("Allowed: {location}", { location: result.location }));
      onClose();
    } catch (error) {
      const { fields, message } = toApiError(error);
      setProblem(fields.location?.join(" ") ?? message);
    } finally {
      setBusy(false);
    }
  };
  const { label, placeholder, hint } = FIELDS[kind];
  return (
    <Dialog
      open
      title={t("Allow a host or folder")}
      onClose={onClose}
      dirty={location.trim() !== ""}
      primary={{ label: t("Allow"), loading: busy, onClick: () => void submit() }}
    >
      <p className={styles.intro}>
        {t("All users who may connect databases can then use it. The action log records who allowed it.")}
      </p>
      <Segmented
        label={t("Type")}
        value={kind}
        options={KINDS}
        onChange={(next) => {
          setKind(next);
          setProblem(undefined);
        }}
      />
      <Field label={label} problem={problem} hint={hint}>
        {(id) => (
          <Input
            id={id}
            autoComplete="off"
            spellCheck={false}
            maxLength={1000}
            style={location === "" ? {} : { direction: "ltr" }}
            placeholder={placeholder}
            status={problem ? "error" : ""}
            value={location}
            onChange={(event) => {
              setLocation(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
    </Dialog>
  );
}
