import { useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Input } from "antd";
import { ChevronDown, Copy, Mail, TriangleAlert } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Menu, type MenuEntry, type MenuItem } from "../../ui/Menu.tsx";
import { toApiError } from "../../web/client/errors.ts";
import { isVisitor } from "../../web/session/session.ts";
import { copyText } from "../../web/toasts/clipboard.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { checkAccess } from "../access/index.ts";
import styles from "./share.module.css";

/** At least one of the addresses. */
export interface SharedLink {
  saved?: string | undefined;
  withState?: { label: ReactNode; isDefault: boolean; create(): Promise<string> } | undefined;
}

export interface ShareDialogProps {
  noun: "dashboard" | "chart";
  /** Undefined if it isn't saved. */
  id: number | undefined;
  name: string;
  audience: ReactNode;
  link: SharedLink;
  emails: readonly MenuItem[];
  downloads: readonly MenuEntry[];
  embedding: readonly MenuItem[];
  publicLinks?: ReactNode;
  onClose(): void;
}

export function ShareDialog({
  noun,
  id,
  name,
  audience,
  link,
  emails,
  downloads,
  embedding,
  publicLinks,
  onClose,
}: ShareDialogProps) {
  const chosen = useChosenLink(link);
  const { address } = chosen;
  const title = noun === "chart" ? t("Share chart “{name}”", { name }) : t("Share dashboard “{name}”", { name });
  return (
    <Dialog open title={title} width={720} onClose={onClose}>
      <div className={styles.sections}>
        <Section title={t("Who can see it")}>
          {audience}
          {id !== undefined && !isVisitor() ? (
            <Button
              type="link"
              className={styles.access}
              onClick={() => {
                onClose();
                checkAccess({ object: { type: noun, id, name } });
              }}
            >
              {t("Check access")}
            </Button>
          ) : null}
        </Section>
        <Section title={t("Link")}>
          <LinkField link={chosen} />
        </Section>
        <Section title={t("Email")}>
          <div className={styles.line}>
            <Button icon={<Mail size={14} />} disabled={!address} href={address && mailtoLink(name, address)}>
              {t("Send link by email")}
            </Button>
            <Buttons entries={emails} />
          </div>
        </Section>
        <ButtonSection title={t("Download")} entries={downloads} />
        <ButtonSection title={t("Embed")} entries={embedding} />
        {publicLinks ? <Section title={t("Public links")}>{publicLinks}</Section> : null}
      </div>
    </Dialog>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div className={styles.content}>{children}</div>
    </section>
  );
}

/** What keeps others from seeing it, and the button that changes that. */
export function AudienceWarning({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.warning} role="note">
      <TriangleAlert size={16} aria-hidden />
      <p>{children}</p>
      {action}
    </div>
  );
}

interface ChosenLink {
  address: string | undefined;
  error: unknown;
  onRetry(): void;
  /** Undefined if there is only one address. */
  choice?: { label: ReactNode; isOn: boolean; onChange(isOn: boolean): void } | undefined;
}

function useChosenLink({ saved, withState }: SharedLink): ChosenLink {
  const [isOn, setOn] = useState(saved === undefined || withState?.isDefault === true);
  const permalink = useQuery({
    queryKey: ["shared-link", useId()],
    queryFn: () => withState?.create() ?? "",
    enabled: isOn && withState !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return {
    address: isOn ? permalink.data : saved,
    error: isOn ? permalink.error : null,
    onRetry: () => void permalink.refetch(),
    choice: saved && withState ? { label: withState.label, isOn, onChange: setOn } : undefined,
  };
}

function LinkField({ link: { address, error, onRetry, choice } }: { link: ChosenLink }) {
  const copy = async (text: string) => {
    if (await copyText(text)) toast.success(t("Link Copied!"));
  };
  const failure = error ? toApiError(error) : undefined;
  return (
    <>
      <div className={styles.line}>
        <Input
          readOnly
          dir="ltr"
          aria-label={t("Link")}
          className={styles.address}
          value={address ?? ""}
          onFocus={(event) => event.target.select()}
        />
        <Button
          type="primary"
          icon={<Copy size={14} />}
          disabled={!address}
          onClick={() => address && void copy(address)}
        >
          {t("Copy link")}
        </Button>
      </div>
      {failure ? <ErrorState compact title={failure.title} text={failure.message} onRetry={onRetry} /> : null}
      {choice ? (
        <Checkbox checked={choice.isOn} onChange={(event) => choice.onChange(event.target.checked)}>
          {choice.label}
        </Checkbox>
      ) : null}
    </>
  );
}

function mailtoLink(name: string, link: string): string {
  return `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(`${name}\n${link}`)}`;
}

function ButtonSection({ title, entries }: { title: string; entries: readonly MenuEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Section title={title}>
      <div className={styles.line}>
        <Buttons entries={entries} />
      </div>
    </Section>
  );
}

function Buttons({ entries }: { entries: readonly MenuEntry[] }) {
  const items = entries.flatMap((entry) => ("group" in entry ? entry.items : "divider" in entry ? [] : [entry]));
  return items.map((item) => <ItemButton key={item.key} item={item} />);
}

function ItemButton({ item }: { item: MenuItem }) {
  const { icon, label, disabled, hint, children, onSelect } = item;
  if (children) {
    return (
      <Menu items={children}>
        <Button icon={icon} disabled={disabled}>
          {label}
          <ChevronDown size={14} aria-hidden />
        </Button>
      </Menu>
    );
  }
  return (
    <Button icon={icon} disabled={disabled} title={hint} onClick={() => onSelect?.(false)}>
      {label}
    </Button>
  );
}
